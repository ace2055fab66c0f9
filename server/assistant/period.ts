/** The time a question is about. */
const DAY = 86_400_000

export interface Period {
  since: Date
  /** As a sentence ends with it. */
  words: string
}

/** What a question names, in UTC; the last seven days where it names nothing. Weeks begin on Monday. */
export function readPeriod(question: string, now: Date): Period {
  const text = question.toLowerCase()
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const days = /\b(?:last|past)\s+(\d{1,3})\s+days?\b/.exec(text)?.[1]
  if (days !== undefined && Number(days) > 0) {
    return { since: new Date(now.getTime() - Number(days) * DAY), words: `in the last ${Number(days)} days` }
  }
  if (/\btoday\b/.test(text)) return { since: new Date(midnight), words: 'today' }
  if (/\bthis week\b/.test(text)) {
    return { since: new Date(midnight - ((now.getUTCDay() + 6) % 7) * DAY), words: 'this week' }
  }
  if (/\bthis month\b/.test(text)) {
    return { since: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)), words: 'this month' }
  }
  return { since: new Date(now.getTime() - 7 * DAY), words: 'in the last 7 days' }
}
