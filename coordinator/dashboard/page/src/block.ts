// Text for other places: the result to paste into a commit message, word for word as the command line
// prints it (`rookery runs show`), and the command that asks for the same run again.

import type { League, Run, Side } from './api';
import { count, counted } from './format';
import { clockOf, type Limits } from './limits';
import { parameterLines, tuneLines } from './tune_block';

const plus = (value: number) => (value < 0 ? '-' : '+') + Math.abs(value).toFixed(1);
const hash = (sha256: string) => sha256.slice(0, 12);
function sideText(side: Side): string {
  const own = side.limits ? `, at ${limitsOf(side.limits)}` : '';
  return `${side.name} (weights ${hash(side.weights)}${own})`;
}

function headline(run: Run): string {
  if (run.state === 'failed') return `failed: ${run.message}`;
  if (run.kind !== 'test') return run.state;
  return run.verdict + (run.state === 'finished' ? '' : `, ${run.state}`);
}

function limitsOf(limits: Limits): string {
  const { nodes, depth, movetime_ms, margin_ms } = limits;
  const parts: string[] = [];
  if (nodes) parts.push(`${nodes} nodes a move`);
  if (depth) parts.push(`depth ${depth}`);
  if (movetime_ms) parts.push(`${movetime_ms} ms a move`);
  if (clockOf(limits)) parts.push(`${clockOf(limits)} s`);
  if (margin_ms) parts.push(`${margin_ms} ms margin`);
  return parts.join(', ');
}

// Of pairs: won by lost, and how many are level. Empty without pairs.
function pairsRatio(run: Run): string {
  const { draw_ratio, pairs_ratio, pairs_ratio_low, pairs_ratio_high } = run;
  if (draw_ratio === null) return '';
  const known = pairs_ratio !== null && pairs_ratio_low !== null && pairs_ratio_high !== null;
  const ratio = known
    ? `${pairs_ratio.toFixed(2)} [${pairs_ratio_low.toFixed(2)}, ${pairs_ratio_high.toFixed(2)}]`
    : 'none lost';
  return `${ratio}, draw ratio ${(100 * draw_ratio).toFixed(1)} %`;
}

function trustLines(run: Run): [string, string][] {
  const audits = run.audits_agreed + run.audits_disagreed;
  const { pairs_void, contested, audits_disagreed } = run;
  return [
    ['Void:', pairs_void === 0 ? '' : `${counted(pairs_void, 'pair')} of workers in quarantine`],
    ['Contested:', contested === 0 ? '' : `${counted(contested, 'pair')} that the verdict counts ${contested === 1 ? 'is' : 'are'} void now`],
    ['Audits:', audits === 0 ? '' : `${counted(audits, 'pair')} played again elsewhere, ${audits_disagreed} of them differently`],
  ];
}

function limits(run: Run): string {
  const scaled = run.reference_nps ? `, times scaled to ${count(run.reference_nps)} nodes/s` : '';
  const threads = run.threads > 1 ? `, ${run.threads} threads` : '';
  return limitsOf(run.limits) + threads + scaled;
}

const kFaults = ['time', 'illegal-move', 'crash', 'stall'];

function endsText(run: Run): string {
  const text = ([name, games]: [string, number]) => {
    const told = !run.league && run.dev_lost && kFaults.includes(name);
    return `${name} ${count(games)}` + (told ? ` (${run.dev_lost?.[name] ?? 0} of them lost by dev)` : '');
  };
  return Object.entries(run.ends).map(text).join(', ');
}

// The coordinator leaves out an end where the model of Elo has no number.
function eloText({ elo, elo_low: low, elo_high: high }: Run): string {
  if (low === null && high === null) return 'not known yet';
  const value = elo === null ? '' : plus(elo);
  if (low !== null && high !== null) return `${value} [${plus(low)}, ${plus(high)}] (95 %)`;
  const range = low !== null ? `at least ${plus(low)}` : `at most ${plus(high ?? 0)}`;
  return `${value}${value ? ', ' : ''}${range} (95 %)`;
}

function eloLines(run: Run): [string, string][] {
  const lines: [string, string][] = [['Elo:', eloText(run)]];
  if (run.nelo !== null && run.los !== null) {
    lines.push(['nElo, LOS:', `${plus(run.nelo)}, ${(100 * run.los).toFixed(1)} %`]);
  }
  return lines;
}

function sprtLines(run: Run): [string, string][] {
  const { sprt, llr, lower, upper } = run;
  if (sprt === null || llr === null || lower === null || upper === null) return [];
  return [
    ['SPRT:', `${sprt.model} Elo [${sprt.elo0}, ${sprt.elo1}], alpha ${sprt.alpha}, beta ${sprt.beta}`],
    ['LLR:', `${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)})`],
  ];
}

// Empty if every game was a new one.
function repeated(games: number): string {
  if (games === 0) return '';
  return `${count(games)} ${games === 1 ? 'game equals' : 'games equal'} an earlier game of the run`;
}

function sideLines(run: Run): [string, string][] {
  const { league, dev, base } = run;
  if (!league) return [['Dev:', dev ? sideText(dev) : ''], ['Base:', base ? sideText(base) : '']];
  let text = `${league.format} of ${league.engines.length} engines, ${counted(league.pairs, 'pair')} of each two that meet`;
  if (league.rounds > 0) text += `, ${league.rounds} ${league.rounds === 1 ? 'round' : 'rounds'}`;
  if (league.seeds > 1) text += `, ${league.seeds} seeds`;
  return [['League:', text]];
}

// The rating table, without the crosstable.
function leagueLines(league: League): string[] {
  const rows = [['#', 'Engine', 'Elo', '+-', 'Points', 'Games', 'Grade', 'Forfeits']];
  for (const row of league.table) {
    const bound = row.status === 'only_won' ? '>= ' : row.status === 'only_lost' ? '<= ' : '';
    rows.push([
      `${row.rank}`,
      row.name,
      row.rating === null ? 'n/a' : bound + plus(row.rating),
      row.error === null ? 'n/a' : row.error.toFixed(1),
      row.points.toFixed(1),
      `${row.games}`,
      row.grade === null ? '-' : `${row.grade}${row.grade_settled ? '' : '?'}`,
      `${row.forfeits}`,
    ]);
  }
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]! + 2)).join('').trimEnd());
}

export function resultBlock(run: Run): string {
  const { tune } = run;
  const lines: [string, string][] = [
    ['Title:', run.title],
    ...sideLines(run),
    ['Limits:', limits(run)],
    ['Variant:', run.chess960 ? 'Chess960' : ''],
    ['Rules:', run.rated ? '' : `${run.rules} (not rated)`],
    ['Difference:', run.link],
    ...sprtLines(run),
    ...(tune ? tuneLines(run, tune) : playedLines(run)),
  ];
  const told = lines.filter(([, value]) => value !== '').map(([label, value]) => label.padEnd(13) + value);
  const table = run.league ? ['', ...leagueLines(run.league)] : tune ? parameterLines(tune) : [];
  return [`Rookery ${run.kind}: ${headline(run)}`, ...told, ...table].join('\n');
}

function playedLines(run: Run): [string, string][] {
  const [ll, ld, dd, wd, ww] = run.pentanomial;
  return [
    ...(run.league ? [] : eloLines(run)),
    ['Games:', `${count(run.games)} (${count(run.pairs)} ${run.pairs === 1 ? 'pair' : 'pairs'})`],
    ['Pentanomial:', run.league ? '' : `LL ${ll}, LD ${ld}, DD ${dd}, WD ${wd}, WW ${ww}`],
    ['Pairs ratio:', run.league ? '' : pairsRatio(run)],
    ['Ends:', endsText(run)],
    ['Repeated:', repeated(run.repeated_games)],
    ...trustLines(run),
    ['Seed:', run.seed],
    ['Book:', hash(run.book.sha256)],
    ['Run:', run.run],
  ];
}

// What the coordinator keeps of the run is asked for again, under its id: a name of weights says
// nothing to a command line elsewhere, and a run is more than a line of flags holds.
export const commandOf = (run: Run) => `rookery ${run.kind} --like ${run.run} --seed ${run.seed}`;
