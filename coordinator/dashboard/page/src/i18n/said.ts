// What the coordinator says in sentences of its own, such as why a worker is idle or what came of a
// run, in the reader's language. Each sentence is found by its English text, {} being what the coordinator filled in,
// which may be such a sentence itself. What isn't among them is shown as it came.

import { language } from './language';
import { kRefusals } from './refusals';

const kSentences: readonly (readonly [string, string])[] = [
  ['no run is active', '没有正在进行的任务'],
  ['every open run is paused or waits for approval', '未结束的任务都已暂停或在等待批准'],
  ["this worker said lately that it can't play what there is to play", '这台工作机不久前报告无法下现有的任务'],
  ['all pairs of the active runs are lent; their results are awaited', '进行中任务的局对都已借出，正在等待结果'],
  ["two processes use this worker's identity; give one of them a new data folder", '有两个进程在使用这台工作机的身份；请给其中一个换一个新的数据目录'],
  ['the coordinator is shutting down', '协调器正在关闭'],
  ['this worker is in quarantine: {}', '这台工作机已被隔离：{}'],
  ['this worker is drained: {}', '这台工作机已停派：{}'],
  ['{} leases are out already; no more are lent at a time', '已借出 {} 个租约，不能同时再借'],
  ['no run has pairs to lend', '没有任务有可借出的局对'],
  ['no run that has pairs suits this worker; {}', '有局对的任务都不适合这台工作机；{}'],
  ['run {}: {}', '任务 {}：{}'],
  ['threads of each engine: {}, but slots of the worker: {}', '每个引擎用 {} 个线程，而工作机有 {} 个槽位'],
  ['its games at a time ({}) take {} MiB, the worker has {}', '同时下的对局（{}）需要 {} MiB 内存，而工作机有 {}'],
  ["it needs the instruction set {}, which the worker doesn't name", '它需要指令集 {}，而工作机没有报告'],
  ['it needs the embedded engine {}, the worker has {}', '它需要内置引擎 {}，而工作机的是 {}'],
  ["it needs the platform {}, the worker's is {}", '它需要平台 {}，而工作机的是 {}'],
  ['it needs the sandbox {} or better, the worker has {}', '它需要沙箱 {} 或更强，而工作机的是 {}'],
  ['accepted {}', '接受：{}'],
  ['rejected {}', '拒绝：{}'],
  ['undecided {}', '未决：{}'],
  ['after one pair, when others had been voided', '1 对之后（其他局对作废后）'],
  ['after one pair', '1 对之后'],
  ['after {} pairs, when others had been voided', '{} 对之后（其他局对作废后）'],
  ['after {} pairs', '{} 对之后'],
  ['all {} pairs are counted', '全部 {} 对已计入'],
  ['its one pair is counted', '唯一的一对已计入'],
  ["its limit of cores' time is used up: {} s", '{} 核秒的上限已用完'],
  ["for an operator's approval", '等待管理员'],
  ['stopped on request', '按要求停止'],
  ['pair {}: {} and {} played different games; a third decides', '局对 {}：{} 与 {} 下出不同的棋局；由第三台判定'],
  ['pair {}: three workers played three different games; nobody is blamed', '局对 {}：三台工作机下出三种不同的棋局；不归咎于任何一台'],
  ['not known', '未知'],
  ['none', '无'],
];

const kPatterns = [...kSentences, ...kRefusals].map(([en, zh]) => {
  const literal = en.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${literal.join('(.+?)')}$`), zh };
});

// A refusal of many lines, each of which may begin with a field, or with a line of the weights' file
// and what stands there: what is wrong is translated if it is known, where it is in any case.
export function saidOfFields(message: string): string {
  if (language() === 'en') return message;
  const line = (text: string): string => {
    const [, number, fault] = /^[a-z]+:(\d+): (.+)$/.exec(text) ?? [];
    if (number && fault) return `第 ${number} 行：${line(fault)}`;
    const [, field, rest] = /^(?:field )?([a-z][\w.[\]]*): (.+)$/.exec(text) ?? [];
    return field && rest ? `${field}：${said(rest)}` : said(text);
  };
  return message.split('\n').map(line).join('\n');
}

export function said(text: string): string {
  if (language() === 'en') return text;
  for (const { pattern, zh } of kPatterns) {
    const found = pattern.exec(text);
    if (found === null) continue;
    let next = 0;
    return zh.replace(/\{\}/g, () => said(found[++next] ?? ''));
  }
  return text;
}
