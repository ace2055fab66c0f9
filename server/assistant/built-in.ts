/** The assistant without a model: it answers what it can count or look up, and says so where it cannot. */
import { TOPICS, type Scope } from './topics.ts'

const EXAMPLES = TOPICS.map(({ example }) => `- ${example}`).join('\n')

export const HELP = `I look things up in this platform's data: I count and list, and I do not judge or guess. Ask me, for example:\n${EXAMPLES}`

const UNKNOWN = `I have no answer to that. I only look things up: I count and list cases, alerts, customers and forms of this platform. Ask me, for example:\n${EXAMPLES}`

/** Facts about what is asked, straight from the database; undefined where no topic knows the question. */
export async function lookUp(scope: Scope, question: string): Promise<string | undefined> {
  for (const { knows, answer } of TOPICS) {
    const found = knows.exec(question)
    if (found) return answer(scope, question, found[1] ?? '')
  }
  return undefined
}

/** An answer to anything. */
export async function answerBuiltIn(scope: Scope, question: string): Promise<string> {
  if (/^\W*(help|hello|hi|what can you do)\b/i.test(question) || /^\W*$/.test(question)) return HELP
  return (await lookUp(scope, question)) ?? UNKNOWN
}
