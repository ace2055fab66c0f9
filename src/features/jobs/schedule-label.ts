/** When a job comes, in words, from the five fields of its schedule. Pure. */
export function scheduleLabel(cron: string): string {
  const [minute = '', hour = '', ...days] = cron.split(' ')
  const step = /^\*(?:\/(\d+))?$/.exec(minute)
  // a schedule by day, month or weekday is told as it is kept
  if (days.some((field) => field !== '*')) return cron
  if (step && hour === '*') return step[1] === undefined ? 'Every minute' : `Every ${step[1]} minutes`
  if (!/^\d+$/.test(minute)) return cron
  const at = minute.padStart(2, '0')
  if (hour === '*') return `Hourly at :${at}`
  return /^\d+$/.test(hour) ? `Daily at ${hour.padStart(2, '0')}:${at}` : cron
}
