// What a tune has found: the forecast, each parameter in steps of its own, the last duels, and the
// test that has the last word.

import { useEffect, useState } from 'preact/hooks';
import { duelsCsvAddress, getDuels } from '../api';
import type { Duel, RacedCandidate, Run, Tune, TunedParameter } from '../api';
import { count, decimal, eloInterval, eloText, fixed, interval, kNone, kNormal95, signed, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { startText } from '../tune_block';
import { Pill } from './pill';
import { Tile } from './tile';

type TuneRun = Run & { tune: Tune };

const kDuelsShown = 10;
const kRowHeight = 40; // pixels, about: room for the table before it comes
const kMostInDuel = 6; // parameters of a duel told on its line

// Those that measure what a step is worth; the others move the values, and know no Elo.
const hasForecasts = (tune: Tune) => tune.method === 'regression' || tune.method === 'race';

export function gainNote(tune: Tune): string {
  if (!hasForecasts(tune)) return t('tune.gain.never');
  if (tune.calibrating) return t('tune.measuring');
  if (tune.gain === null) return t('tune.gain.none');
  if (tune.gain_low === tune.gain_high) return t('tune.gain.first'); // of a race that its first leads
  return t('tune.gain.note', { range: interval(tune.gain_low, tune.gain_high, 1) });
}

export function TuneTiles(props: { run: TuneRun }) {
  const { tune } = props.run;
  const gain = <Tile label={t('tune.gain')} value={signed(tune.gain, 1)} note={gainNote(tune)} />;
  if (!hasForecasts(tune)) return gain;
  return (
    <>
      {gain}
      <Tile label={t('tune.floor')} value={fixed(tune.noise_floor, 1)} note={t('tune.floor.note')} />
      {tune.method === 'race' ? null : (
        <Tile label={t('tune.probe')} value={fixed(tune.probe_elo, 1)} note={t('tune.probe.note')} />
      )}
    </>
  );
}

// 0 where the method says no error, as SPSA and CMA-ES: then there is no band, not one of no width.
const band = (p: TunedParameter) => kNormal95 * p.sd_in_steps;

export const bandText = (half: number, digits: number) => (half > 0 ? `± ${half.toFixed(digits)}` : '');

// The widest of all, so that the bars of all parameters have one scale.
export function scaleOf(parameters: TunedParameter[]): number {
  return Math.max(1, ...parameters.map((p) => Math.abs(p.in_steps) + band(p)));
}

// Those that moved most steps first.
export function byMovement(parameters: TunedParameter[]): TunedParameter[] {
  return [...parameters].sort((a, b) => Math.abs(b.in_steps) - Math.abs(a.in_steps));
}

// A value with its band on a line from -scale to scale; what it is measured from is in the middle.
function Bar(props: { value: number; half: number; scale: number; words: string }) {
  const { value, half, scale } = props;
  const at = (place: number) => 50 + (50 * place) / scale;
  return (
    <span class="steps-bar" role="img" aria-label={props.words}>
      <span class="zero" style={{ left: '50%' }} />
      {half > 0 ? (
        <span class="band" style={{ left: `${at(value - half)}%`, width: `${(100 * half) / scale}%` }} />
      ) : null}
      <span class="dot" style={{ left: `${at(value)}%` }} />
    </span>
  );
}

function StepsBar(props: { parameter: TunedParameter; scale: number }) {
  const { parameter: p, scale } = props;
  const half = band(p);
  const move = { name: p.name, move: signed(p.in_steps, 2) };
  const words =
    half > 0
      ? t('tune.steps.words', { ...move, range: interval(p.in_steps - half, p.in_steps + half, 2) })
      : t('tune.steps.only.words', move);
  return <Bar value={p.in_steps} half={half} scale={scale} words={words} />;
}

function ParameterRow(props: { parameter: TunedParameter; scale: number }) {
  const { parameter: p } = props;
  return (
    <tr>
      <th scope="row">
        <code>{p.name}</code>
        {p.at_bound ? (
          <span class="badge" title={t('tune.bound.hint', { range: `${decimal(p.min, p.decimals)} … ${decimal(p.max, p.decimals)}` })}>
            {t('tune.bound')}
          </span>
        ) : null}
        {p.no_signal ? (
          <span class="badge idle" title={t('tune.nosignal.hint')}>
            {t('tune.nosignal')}
          </span>
        ) : null}
      </th>
      <td class="number">{startText(p)}</td>
      <td class="number">
        <strong>{decimal(p.tuned, p.decimals)}</strong>
      </td>
      <td>
        <StepsBar parameter={p} scale={props.scale} />
      </td>
      <td class="number">
        {signed(p.in_steps, 2)} <span class="muted">{bandText(band(p), 2)}</span>
      </td>
    </tr>
  );
}

export function TuneParameters(props: { run: TuneRun }) {
  const { run } = props;
  const { tune } = run;
  const scale = scaleOf(tune.parameters);
  const banded = tune.parameters.some((p) => band(p) > 0);
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
              <th scope="colgroup" colSpan={2}>{t(banded ? 'tune.steps' : 'tune.steps.only')}</th>
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

const raceBand = (one: RacedCandidate) => kNormal95 * one.sd;

// Best first; those that are out play no more and come after all others.
export function byElo(candidates: RacedCandidate[]): RacedCandidate[] {
  return [...candidates].sort((a, b) => Number(a.out) - Number(b.out) || b.elo - a.elo);
}

function CandidateRow(props: { candidate: RacedCandidate; first: boolean; scale: number }) {
  const { candidate: one, first } = props;
  const half = raceBand(one);
  const told = { name: one.name, elo: signed(one.elo, 1) };
  const words =
    half > 0
      ? t('race.words', { ...told, range: interval(one.elo - half, one.elo + half, 1) })
      : t('race.only.words', told);
  return (
    <tr>
      <th scope="row">
        {one.name}
        {one.leads ? <span class="badge best">{t('race.leads')}</span> : null}
        {one.out ? (
          <span class="badge idle" title={t('race.out.hint')}>
            {t('race.out')}
          </span>
        ) : null}
        {first ? <span class="muted reason">{t('race.first')}</span> : null}
      </th>
      <td class="number">
        {signed(one.elo, 1)} <span class="muted">{bandText(half, 1)}</span>
      </td>
      <td>
        <Bar value={one.elo} half={half} scale={props.scale} words={words} />
      </td>
      <td class="number">{count(one.pairs)}</td>
    </tr>
  );
}

// Who is ahead in a race, and how surely.
export function RaceTable(props: { candidates: RacedCandidate[] }) {
  const { candidates } = props;
  const scale = Math.max(1, ...candidates.map((one) => Math.abs(one.elo) + raceBand(one)));
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('race.candidates')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('race.candidate')}</th>
              <th scope="colgroup" colSpan={2}>{t('race.elo')}</th>
              <th scope="col" class="number">{t('race.pairs')}</th>
            </tr>
          </thead>
          <tbody>
            {byElo(candidates).map((one) => (
              <CandidateRow key={one.name} candidate={one} first={one === candidates[0]} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted">{t('race.note')}</p>
    </>
  );
}

// "tempo 12 : 8", of the first few parameters; in a race who met whom.
export function playedText(duel: Duel, parameters: Pick<TunedParameter, 'name' | 'decimals'>[]): string {
  if (duel.dev_candidate && duel.base_candidate) return `${duel.dev_candidate} : ${duel.base_candidate}`;
  const shown = parameters.slice(0, kMostInDuel).map(({ name, decimals }, i) => {
    const [dev, base] = [duel.dev[i] ?? 0, duel.base[i] ?? 0];
    return `${name} ${decimal(dev, decimals)} : ${decimal(base, decimals)}`;
  });
  return shown.join(', ') + (parameters.length > kMostInDuel ? ' …' : '');
}

// Newest first; asked for anew when more pairs were told.
export function DuelTable(props: { run: TuneRun }) {
  const { run } = props;
  const { pairs } = run.tune;
  const [duels, setDuels] = useState<Duel[] | null>(null);
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
  if (duels === null) {
    const rows = 1 + Math.min(pairs, kDuelsShown);
    return (
      <p class="muted" style={{ minHeight: `${rows * kRowHeight}px` }}>
        {t('app.loading')}
      </p>
    );
  }
  if (duels.length === 0) return <p class="muted">{t('tune.duels.none')}</p>;
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
                <td>{playedText(duel, run.tune.parameters)}</td>
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
            Elo {eloText(test.elo)} {eloInterval(test.elo_low, test.elo_high)}
          </span>
        </li>
      ))}
    </ul>
  );
}
