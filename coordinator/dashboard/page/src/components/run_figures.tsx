// The figures of a run in tiles.

import type { Run } from '../api';
import { between, count, dateTime, duration, eloInterval, eloText, gamesRate, interval, kNone, percent, signed } from '../format';
import { t } from '../i18n/language';
import { useNow } from './clock';
import { Tile } from './tile';
import { TuneTiles } from './tune';

export function Figures(props: { run: Run }) {
  const { run } = props;
  const now = useNow(1000);
  const start = run.created === null ? now : Date.parse(run.created);
  const end = run.ended === null ? now : Date.parse(run.ended);
  const range = eloInterval(run.elo_low, run.elo_high);
  const elo = run.sprt === null ? t('run.interval', { range }) : t('run.interval.stopped', { range });
  return (
    <section class="tiles" aria-label={t('run.figures')}>
      {run.tune ? <TuneTiles run={{ ...run, tune: run.tune }} /> : null}
      {run.league || run.tune ? null : (
        <>
          <Tile label={t('run.elo')} value={eloText(run.elo)} note={elo} />
          <Tile label={t('run.nelo')} value={signed(run.nelo, 1)} note={interval(run.nelo_low, run.nelo_high, 1)} />
          <Tile label={t('run.los')} value={percent(run.los)} note={t('run.los.note')} />
          <PairsRatioTile run={run} />
        </>
      )}
      <Tile label={t('run.pairs')} value={count(run.pairs)} note={t('run.pairs.note', { n: count(run.max_pairs) })} />
      <Tile
        label={t('run.cost')}
        value={duration(run.core_seconds)}
        note={t('run.cost.note')}
      />
      <Tile label={t('run.time')} value={duration((end - start) / 1000)} note={speedOf(run)} />
    </section>
  );
}

function PairsRatioTile(props: { run: Run }) {
  const { draw_ratio, pairs_ratio, pairs_ratio_low, pairs_ratio_high } = props.run;
  const range = between(pairs_ratio_low, pairs_ratio_high, 2);
  const draws = percent(draw_ratio);
  const known = t('run.pairsratio.note', { range, draws });
  const lost = draw_ratio === null ? t('unit.unknown') : t('run.pairsratio.none', { draws });
  return (
    <Tile
      label={t('run.pairsratio')}
      value={pairs_ratio === null ? kNone : pairs_ratio.toFixed(2)}
      note={pairs_ratio === null ? lost : known}
    />
  );
}

function speedOf(run: Run): string {
  if (run.state !== 'active') return dateTime(run.ended);
  return t('run.speed', { rate: gamesRate(run.games_per_second), n: count(run.workers) });
}
