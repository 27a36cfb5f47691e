import type { ComponentChildren } from 'preact';
import type { Run, Side } from '../api';
import { boundsText, count, dateTime, limitsText } from '../format';
import { commandOf } from '../block';
import { useCommand } from '../command';
import { t } from '../i18n/language';
import { CopyBlock } from './copy';

function Line(props: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

function Weights(props: { side: Side }) {
  return (
    <>
      {props.side.name} <code title={props.side.weights}>{props.side.weights.slice(0, 12)}</code>
      {props.side.limits ? ` ${t('params.odds', { limits: limitsText(props.side.limits) })}` : null}
    </>
  );
}

// All that the run was asked to be, and the command that asks for it again.
export function Parameters(props: { run: Run }) {
  const { run } = props;
  const command = useCommand(commandOf(run));
  return (
    <>
      <dl class="parameters">
        {run.league ? (
          <Line name={t('league.engines')}>
            {run.league.engines.map((side) => (
              <div key={side.name}>
                <Weights side={side} />
              </div>
            ))}
          </Line>
        ) : null}
        {run.dev ? (
          <Line name={t('params.dev')}>
            <Weights side={run.dev} />
          </Line>
        ) : null}
        {run.base ? (
          <Line name={t('params.base')}>
            <Weights side={run.base} />
          </Line>
        ) : null}
        <Line name={t('params.limits')}>{limitsText(run.limits)}</Line>
        {run.threads > 1 ? <Line name={t('params.threads')}>{count(run.threads)}</Line> : null}
        {run.reference_nps ? (
          <Line name={t('params.scaled')}>{t('params.scaled.to', { n: count(run.reference_nps) })}</Line>
        ) : null}
        {run.chess960 ? <Line name={t('params.variant')}>Chess960</Line> : null}
        {run.owner ? <Line name={t('params.owner')}>{run.owner}</Line> : null}
        {run.tags.length > 0 ? <Line name={t('params.tags')}>{run.tags.join(', ')}</Line> : null}
        {run.priority !== 0 ? <Line name={t('params.priority')}>{run.priority}</Line> : null}
        {/^https?:/.test(run.link) ? (
          <Line name={t('params.link')}>
            <a href={run.link} rel="noreferrer">
              {run.link}
            </a>
          </Line>
        ) : null}
        {run.sprt ? (
          <Line name={t('params.bounds')}>
            {boundsText(run)}, α {run.sprt.alpha}, β {run.sprt.beta}
          </Line>
        ) : null}
        {run.follow_up ? (
          <Line name={t('params.followup')}>
            {limitsText(run.follow_up.limits)}
            {run.follow_up.sprt ? `, ${boundsText(run.follow_up)}` : null}
          </Line>
        ) : null}
        <Line name={t('params.book')}>
          {t('params.openings', { n: count(run.book.lines) })}{' '}
          <code title={run.book.sha256}>{run.book.sha256.slice(0, 12)}</code>
        </Line>
        <Line name={t('params.seed')}>
          <code>{run.seed}</code>
        </Line>
        <Line name={t('params.run')}>
          <code>{run.run}</code>
        </Line>
        <Line name={t('params.started')}>{dateTime(run.created)}</Line>
        {run.ended ? <Line name={t('params.ended')}>{dateTime(run.ended)}</Line> : null}
      </dl>
      <h3>{t('run.repeat')}</h3>
      <CopyBlock label={t('copy.command')} text={command} />
    </>
  );
}
