import type { League, LeagueRow, Run } from '../api';
import { count, kNone, signed } from '../format';
import { t } from '../i18n/language';
import type { Key } from '../i18n/language';

const kMostInCrosstable = 12;

// "12", "12?" before it counts as settled.
function gradeText(row: LeagueRow): string {
  if (row.grade === null) return kNone;
  return `${row.grade}${row.grade_settled ? '' : '?'}`;
}

function ratingText(row: LeagueRow): string {
  if (row.rating === null) return kNone;
  const bound = row.status === 'only_won' ? '≥ ' : row.status === 'only_lost' ? '≤ ' : '';
  return bound + signed(row.rating, 1);
}

// The points that one made against the other, of how many games.
function cellText(league: League, engine: number, other: number): string {
  const meeting = league.meetings.find(
    ({ first, second }) => (first === engine && second === other) || (first === other && second === engine),
  );
  if (!meeting) return '';
  const games = 2 * meeting.pairs;
  const points = meeting.wins + meeting.draws / 2;
  return `${meeting.first === engine ? points : games - points}/${games}`;
}

function Row(props: { league: League; row: LeagueRow; crosstable: boolean }) {
  const { league, row } = props;
  const told = row.status === 'rated' ? '' : t(`league.${row.status}` as Key);
  return (
    <tr>
      <td class="number">{row.rank}</td>
      <th scope="row">
        {row.name}
        {told ? <span class="muted reason">{told}</span> : null}
      </th>
      <td class="number">{ratingText(row)}</td>
      <td class="number">{row.error === null ? kNone : row.error.toFixed(1)}</td>
      <td class="number">{row.points.toFixed(1)}</td>
      <td class="number">{count(row.games)}</td>
      <td class="number">
        {count(row.wins)} / {count(row.draws)} / {count(row.losses)}
      </td>
      <td class="number" title={t('league.grade.points', { n: count(row.grade_points) })}>
        {gradeText(row)}
      </td>
      <td class={row.forfeits > 0 ? 'number fault' : 'number'}>{count(row.forfeits)}</td>
      {props.crosstable
        ? league.table.map((other) => (
            <td key={other.engine} class="number muted">
              {other.engine === row.engine ? '✱' : cellText(league, row.engine, other.engine)}
            </td>
          ))
        : null}
    </tr>
  );
}

// The deeper the mark, the surer; the figure itself is there for those who don't see it.
function ShareCell(props: { share: number | null; self: boolean }) {
  const { share, self } = props;
  if (share === null) return <td class="number muted">{self ? '✱' : kNone}</td>;
  const sure = Math.abs(share - 0.5) * 2;
  const hue = share >= 0.5 ? 'accept' : 'reject';
  return (
    <td class="number" style={{ background: `color-mix(in srgb, var(--${hue}) ${Math.round(22 * sure)}%, transparent)` }}>
      {(100 * share).toFixed(1)}
    </td>
  );
}

// Who is stronger than whom, with what probability.
export function SuperiorityMatrix(props: { league: League }) {
  const { table, superiority } = props.league;
  const said = superiority.some((row) => row.some((share) => share !== null));
  if (!said || table.length > kMostInCrosstable) return null;
  return (
    <section class="card wide">
      <h2>{t('league.superiority')}</h2>
      <p class="muted">{t('league.superiority.hint')}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('league.superiority')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('league.name')}</th>
              {table.map((row) => (
                <th key={row.engine} scope="col" class="number" title={row.name}>
                  {row.rank}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.map((row, place) => (
              <tr key={row.engine}>
                <th scope="row">
                  {row.rank} {row.name}
                </th>
                {table.map((other, column) => (
                  <ShareCell key={other.engine} share={superiority[place]?.[column] ?? null} self={place === column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

// Who is how strong, and how everybody did against everybody else.
export function LeagueTable(props: { run: Run & { league: League } }) {
  const { league } = props.run;
  const crosstable = league.table.length <= kMostInCrosstable;
  return (
    <>
      {league.format === 'swiss' ? <p>{t('league.round', { n: league.round, all: league.rounds })}</p> : null}
      <div class="scroll" tabIndex={0} role="region" aria-label={t('league.table')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col" class="number">{t('league.rank')}</th>
              <th scope="col">{t('league.name')}</th>
              <th scope="col" class="number">{t('league.rating')}</th>
              <th scope="col" class="number">{t('league.error')}</th>
              <th scope="col" class="number">{t('league.points')}</th>
              <th scope="col" class="number">{t('league.games')}</th>
              <th scope="col" class="number">{t('league.wdl')}</th>
              <th scope="col" class="number">{t('league.grade')}</th>
              <th scope="col" class="number" title={t('league.forfeits.hint')}>{t('league.forfeits')}</th>
              {crosstable
                ? league.table.map((row) => (
                    <th key={row.engine} scope="col" class="number" title={t('league.against', { name: row.name })}>
                      {row.rank}
                    </th>
                  ))
                : null}
            </tr>
          </thead>
          <tbody>
            {league.table.map((row) => (
              <Row key={row.engine} league={league} row={row} crosstable={crosstable} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted">{t('league.note')}</p>
    </>
  );
}
