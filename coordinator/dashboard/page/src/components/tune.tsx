// What a tune has found: the forecast, each parameter in steps of its own, the last duels, and the
// test that has the last word.

import { useEffect, useState } from 'preact/hooks';
import { duelsCsvAddress, getDuels } from '../api';
import type { Duel, Run, Tune, TunedParameter } from '../api';
import { count, fixed, interval, kNone, signed, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { Pill } from './pill';
import { Tile } from './tile';

type TuneRun = Run & { tune: Tune };

const kNormal95 = 1.959963984540054;
const kDuelsShown = 10;
const kMostInDuel = 6; // parameters of a duel told on its line

export function TuneTiles(props: { run: TuneRun }) {
  const { tune } = props.run;
  const range = interval(tune.gain_low, tune.gain_high, 1);
  const note = tune.calibrating ? t('tune.measuring') : t('tune.gain.none');
  return (
    <>
      <Tile
        label={t('tune.gain')}
        value={signed(tune.gain, 1)}
        note={tune.gain === null ? note : t('tune.gain.note', { range })}
      />
      <Tile label={t('tune.floor')} value={fixed(tune.noise_floor, 1)} note={t('tune.floor.note')} />
      <Tile label={t('tune.probe')} value={fixed(tune.probe_elo, 1)} note={t('tune.probe.note')} />
    </>
  );
}

const band = (p: TunedParameter) => kNormal95 * p.sd_in_steps;

// The widest of all, so that the bars of all parameters have one scale.
export function scaleOf(parameters: TunedParameter[]): number {
  return Math.max(1, ...parameters.map((p) => Math.abs(p.in_steps) + band(p)));
}

// Those that moved most steps first.
export function byMovement(parameters: TunedParameter[]): TunedParameter[] {
  return [...parameters].sort((a, b) => Math.abs(b.in_steps) - Math.abs(a.in_steps));
}

// From -scale to scale steps; the start is in the middle.
function Bar(props: { parameter: TunedParameter; scale: number }) {
  const { parameter: p, scale } = props;
  const at = (steps: number) => 50 + (50 * steps) / scale;
  const half = band(p);
  const words = {
    name: p.name,
    move: signed(p.in_steps, 2),
    range: interval(p.in_steps - half, p.in_steps + half, 2),
  };
  return (
    <span class="steps-bar" role="img" aria-label={t('tune.steps.words', words)}>
      <span class="zero" style={{ left: '50%' }} />
      <span class="band" style={{ left: `${at(p.in_steps - half)}%`, width: `${(100 * half) / scale}%` }} />
      <span class="dot" style={{ left: `${at(p.in_steps)}%` }} />
    </span>
  );
}

function ParameterRow(props: { parameter: TunedParameter; scale: number }) {
  const { parameter: p } = props;
  return (
    <tr>
      <th scope="row">
        <code>{p.name}</code>
        {p.at_bound ? (
          <span class="badge" title={t('tune.bound.hint', { range: `${p.min} … ${p.max}` })}>
            {t('tune.bound')}
          </span>
        ) : null}
        {p.no_signal ? (
          <span class="badge idle" title={t('tune.nosignal.hint')}>
            {t('tune.nosignal')}
          </span>
        ) : null}
      </th>
      <td class="number">{p.start}</td>
      <td class="number">
        <strong>{p.tuned}</strong>
      </td>
      <td>
        <Bar parameter={p} scale={props.scale} />
      </td>
      <td class="number">
        {signed(p.in_steps, 2)} <span class="muted">± {band(p).toFixed(2)}</span>
      </td>
    </tr>
  );
}

export function TuneParameters(props: { run: TuneRun }) {
  const { run } = props;
  const { tune } = run;
  const scale = scaleOf(tune.parameters);
  const values = { method: word('tune.methods', tune.method), pairs: count(tune.pairs), all: count(run.max_pairs) };
  return (
    <>
      <p class="muted">{t('tune.method', values)}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('tune.parameters')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('tune.name')}</th>
              <th scope="col" class="number">{t('tune.start')}</th>
              <th scope="col" class="number">{t('tune.tuned')}</th>
              <th scope="colgroup" colSpan={2}>{t('tune.steps')}</th>
            </tr>
          </thead>
          <tbody>
            {byMovement(tune.parameters).map((p) => (
              <ParameterRow key={p.name} parameter={p} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

// "tempo 12 : 8", of the first few parameters.
export function playedText(duel: Duel, names: string[]): string {
  const shown = names.slice(0, kMostInDuel).map((name, i) => `${name} ${duel.dev[i]} : ${duel.base[i]}`);
  return shown.join(', ') + (names.length > kMostInDuel ? ' …' : '');
}

// Newest first; asked for anew when more pairs were told.
export function DuelTable(props: { run: TuneRun }) {
  const { run } = props;
  const { pairs } = run.tune;
  const [duels, setDuels] = useState<Duel[]>([]);
  useEffect(() => {
    let current = true;
    getDuels(run.run, Math.max(0, pairs - kDuelsShown)).then(
      (page) => current && setDuels(page.duels.slice(0, kDuelsShown).reverse()),
      () => undefined, // the header says that the connection is lost
    );
    return () => {
      current = false;
    };
  }, [run.run, pairs]);
  if (duels.length === 0) return <p class="muted">{t('tune.duels.none')}</p>;
  const names = run.tune.parameters.map((p) => p.name);
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('tune.duels')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col" class="number">{t('tune.duel.pair')}</th>
              <th scope="col" class="number">{t('tune.duel.result')}</th>
              <th scope="col">{t('tune.duel.played')}</th>
              <th scope="col">{t('tune.duel.worker')}</th>
            </tr>
          </thead>
          <tbody>
            {duels.map((duel) => (
              <tr key={duel.pair}>
                <td class="number">{duel.pair}</td>
                <td class="number">{duel.half_points === null ? t('tune.duel.open') : duel.half_points / 2}</td>
                <td>{playedText(duel, names)}</td>
                <td class="muted">{duel.worker ?? kNone}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="downloads">
        <a href={duelsCsvAddress(run.run)}>{t('tune.duels.csv')}</a>
      </p>
    </>
  );
}

// The tests whose tags say that they verify this tune.
export function Verification(props: { run: TuneRun }) {
  const { runs } = useKnown();
  const tests = [...runs.values()].filter((run) => run.tags.includes(`verifies-${props.run.run}`));
  if (tests.length === 0) return <p class="muted">{t('tune.verified.none')}</p>;
  return (
    <ul class="notes">
      {tests.map((test) => (
        <li key={test.run}>
          <Pill run={test} /> <a href={runAddress(test.run)}>{titleOf(test)}</a>{' '}
          <span class="muted">
            Elo {signed(test.elo, 1)} {interval(test.elo_low, test.elo_high, 1)}
          </span>
        </li>
      ))}
    </ul>
  );
}
