// Chess in seven steps, with boards to try the moves on; after the last one comes a game.

import { useState } from 'preact/hooks';
import { getTable } from '../table';
import { t } from '../i18n/language';
import { useFetched } from '../components/fetched';
import { LiveBoard } from '../components/live_board';
import { kLessons } from './lessons';
import type { Diagram, Lesson } from './lessons';

function Example(props: { diagram: Diagram }) {
  const { diagram } = props;
  const [moves, setMoves] = useState<string[]>([]);
  const { value, error } = useFetched(() => getTable(diagram.fen, moves), [diagram.fen, moves]);
  const untouched = moves.length === 0;
  return (
    <figure class="card">
      <figcaption>
        <strong>{t(diagram.caption)}</strong>
        <button type="button" class="link" disabled={untouched} onClick={() => setMoves([])}>
          {t('learn.reset')}
        </button>
      </figcaption>
      {error ? (
        <p role="alert">
          {t('learn.cant')}: {error}
        </p>
      ) : value ? (
        <LiveBoard
          key={diagram.fen}
          table={value}
          select={untouched ? diagram.select : undefined}
          last={moves[moves.length - 1]}
          onMove={(uci) => setMoves([...moves, uci])}
        />
      ) : (
        <div class="board" />
      )}
    </figure>
  );
}

const lessonAddress = (lesson: Lesson) => `#/learn/${lesson.id}`;

export function LearnPage(props: { step: string | undefined }) {
  const index = Math.max(0, kLessons.findIndex((lesson) => lesson.id === props.step));
  const lesson = kLessons[index] as Lesson;
  const before = kLessons[index - 1];
  const after = kLessons[index + 1];
  document.title = `${t(lesson.title)} · ${t('app.learn')} · Rookery`;
  return (
    <>
      <h1>{t('learn.title')}</h1>
      <nav class="steps" aria-label={t('learn.steps')}>
        <ol>
          {kLessons.map((each) => (
            <li key={each.id}>
              <a href={lessonAddress(each)} aria-current={each === lesson ? 'step' : undefined}>
                {t(each.title)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <p class="muted">{t('learn.step', { n: index + 1, all: kLessons.length })}</p>
      <h2 class="lesson">{t(lesson.title)}</h2>
      <div class="lessontext">
        {lesson.texts.map((text) => (
          <p key={text}>{t(text)}</p>
        ))}
        <p class="muted">
          {t('learn.try')} {t('learn.marks')}
        </p>
      </div>
      <div class="boards">
        {lesson.diagrams.map((diagram) => (
          <Example key={diagram.fen} diagram={diagram} />
        ))}
      </div>
      <p class="wizard">
        {before ? (
          <a class="button" href={lessonAddress(before)}>
            ← {t('learn.back')}
          </a>
        ) : null}
        {after ? (
          <a class="button main" href={lessonAddress(after)}>
            {t('learn.next')}: {t(after.title)} →
          </a>
        ) : (
          <a class="button main" href="#/play">
            {t('learn.start')} →
          </a>
        )}
      </p>
    </>
  );
}
