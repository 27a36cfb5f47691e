// The texts about leagues, and about what engines do wrong; see messages.ts.

export const kLeagueMessages = {
  'run.faults': ['What engines did wrong', '引擎的过错'],
  'league.title': ['{format} of {n} engines', '{n} 个引擎的{format}'],
  'league.round-robin': ['round robin', '循环赛'],
  'league.gauntlet': ['gauntlet', '车轮战'],
  'league.swiss': ['Swiss', '瑞士制'],
  'league.engines': ['Engines', '引擎'],
  'league.table': ['Rating table', '等级分表'],
  'league.rank': ['Rank', '名次'],
  'league.name': ['Engine', '引擎'],
  'league.rating': ['Elo', '等级分'],
  'league.error': ['± (95 %)', '±（95 %）'],
  'league.points': ['Points', '积分'],
  'league.games': ['Games', '局数'],
  'league.wdl': ['W / D / L', '胜 / 和 / 负'],
  'league.grade': ['Grade', '级位'],
  'league.grade.points': ['{n} grade points', '级位分 {n}'],
  'league.forfeits': ['Forfeits', '判负'],
  'league.forfeits.hint': [
    'Games lost on time, by an illegal move, a crash or a stall',
    '因超时、违规着法、崩溃或无应答而输的对局',
  ],
  'league.against': ['Against {name}', '对 {name}'],
  'league.only_won': ['won every game: at least this', '全胜：不低于此值'],
  'league.only_lost': ['lost every game: at most this', '全负：不高于此值'],
  'league.apart': ['all results point one way', '所有结果都偏向一边'],
  'league.unplayed': ['no game yet', '尚无对局'],
  'league.note': [
    'Ratings are around a mean of 0; errors are those of pairs. A grade with ? rests on fewer than 50 games.',
    '等级分以平均值 0 为准；误差按局对计算。带 ? 的级位少于 50 局。',
  ],
  'league.superiority': ['Who is stronger than whom', '谁强于谁'],
  'league.superiority.hint': [
    'Probability in % that the engine of the row is stronger than that of the column.',
    '行中的引擎强于列中引擎的概率（%）。',
  ],
  'league.round': ['Round {n} of {all}', '第 {n} 轮，共 {all} 轮'],
  'meaning.league': [
    '{format} of {n} engines, {each} pairs of each two that meet: {pairs} of {all} pairs are counted.',
    '{n} 个引擎的{format}，每组对手 {each} 对局：已计入 {pairs} / {all} 对。',
  ],
} as const satisfies Record<string, readonly [string, string]>;
