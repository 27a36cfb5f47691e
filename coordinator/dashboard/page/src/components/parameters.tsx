import type { ComponentChildren } from 'preact';
import type { Run, Side } from '../api';
import { boundsText, count, dateTime, limitsText } from '../format';
import { commandOf } from '../block';
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
    </>
  );
}

// All that the run was asked to be, and the command that asks for it again.
export function Parameters(props: { run: Run }) {
  const { run } = props;
  return (
    <>
      <dl class="parameters">
        <Line name="Dev">
          <Weights side={run.dev} />
        </Line>
        <Line name="Base">
          <Weights side={run.base} />
        </Line>
        <Line name="Limits">{limitsText(run.limits)}</Line>
        {run.sprt ? (
          <Line name="Bounds">
            {boundsText(run)}, α {run.sprt.alpha}, β {run.sprt.beta}
          </Line>
        ) : null}
        <Line name="Book">
          {count(run.book.lines)} openings <code title={run.book.sha256}>{run.book.sha256.slice(0, 12)}</code>
        </Line>
        <Line name="Seed">
          <code>{run.seed}</code>
        </Line>
        <Line name="Run">
          <code>{run.run}</code>
        </Line>
        <Line name="Started">{dateTime(run.created)}</Line>
        {run.ended ? <Line name="Ended">{dateTime(run.ended)}</Line> : null}
      </dl>
      <h3>To repeat it</h3>
      <CopyBlock label="Command" text={commandOf(run)} />
    </>
  );
}
