// The texts of a run's forecast, of what a test costs and of its workers' agreement; see messages.ts.

export const kForecastMessages = {
  'run.forecast': ['Forecast', '预测'],
  'run.early': ['For those who look early', '给提前查看的人'],
  'run.anytime': ['At any time', '任何时刻'],
  'run.anytime.note': [
    'Elo {range}, right with 95 % however often one looks',
    'Elo {range}，无论查看多少次，都有 95 % 的把握',
  ],
  'run.stops': ['Stops at', '停止于'],
  'run.stops.note': [
    'LLR {low} or {high}, corrected for overshoot or voided pairs',
    'LLR {low} 或 {high}，已修正越界量或作废局对',
  ],
  'run.verdict': ['Verdict', '结论'],
  'run.verdict.note': ['accepted {accepted}, rejected {rejected}', '接受 {accepted}，拒绝 {rejected}'],
  'run.verdict.open': [
    'accepted {accepted}, rejected {rejected}, none {none}',
    '接受 {accepted}，拒绝 {rejected}，无结论 {none}',
  ],
  'run.left': ['Pairs left', '剩余局对'],
  'run.left.note': [
    '{low} to {high} (80 % of such tests), median {median}',
    '{low} 至 {high}（此类测试的 80 %），中位数 {median}',
  ],
  'run.left.hours': [
    '{low} to {high} (80 % of such tests), median {median}, {hours} core {hours:hour|hours}',
    '{low} 至 {high}（此类测试的 80 %），中位数 {median}，{hours} 核心小时',
  ],
  'run.plan': ['What the test costs', '测试的代价'],
  'run.plan.worth': ['If dev is worth', '若新版实力为'],
  'run.plan.accepted': ['accepted', '接受'],
  'run.plan.undecided': ['undecided', '未决'],
  'run.plan.pairs': ['pairs', '局对'],
  'run.plan.95': ['95 % end by', '95 % 结束于'],
  'run.plan.hours': ['core hours', '核心小时'],
  'run.agree': ['Do the workers agree?', '各工作机的结果一致吗？'],
  'run.agree.few': [
    'Too few pairs from two or more workers to compare them.',
    '来自两台以上工作机的局对太少，无法比较。',
  ],
  'run.agree.chi': [
    '{count} {count:worker|workers} compared: χ² {chi} with {degrees} {degrees:degree|degrees} of freedom, p {p}.',
    '比较了 {count} 台工作机：χ² {chi}，自由度 {degrees}，p {p}。',
  ],
  'run.agree.out': [
    '{worker} stands out: z {z}, where 1 % pass {limit}.',
    '{worker} 与众不同：z {z}，而只有 1 % 会超过 {limit}。',
  ],
  'run.agree.none': ['None stands out.', '没有与众不同的工作机。'],
} as const satisfies Record<string, readonly [string, string]>;
