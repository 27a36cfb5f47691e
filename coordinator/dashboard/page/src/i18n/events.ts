// The texts about what happened to a run; see messages.ts. The coordinator's kinds of events.

export const kEventMessages = {
  'run.events': ['What happened', '事件记录'],
  'run.events.by': ['by {name}', '操作者 {name}'],
  'event.created': ['Created', '创建'],
  'event.waiting': ['Waiting for approval', '等待批准'],
  'event.approved': ['Approved', '批准'],
  'event.paused': ['Paused', '暂停'],
  'event.resumed': ['Resumed', '继续'],
  'event.edited': ['Edited', '修改'],
  'event.comment': ['Comment', '评论'],
  'event.audit': ['Audit', '抽查'],
  'event.fault': ['Fault', '过错'],
  'event.residuals': ['Residuals', '残差'],
  'event.follow-up': ['Follow-up', '后续'],
  'event.voided': ['Voided', '作废'],
  'event.restored': ['Restored', '恢复'],
  'event.contested': ['Contested', '有争议'],
  'event.unable': ['Worker unable to play', '工作机无法对局'],
  'event.finished': ['Finished', '结束'],
  'event.stopped': ['Stopped', '停止'],
  'event.failed': ['Failed', '失败'],
} as const satisfies Record<string, readonly [string, string]>;
