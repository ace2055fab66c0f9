/** Recognises e-mail that a machine sent: out of office, delivery failures, read receipts, mass mail. */

/** Any value of these marks it. */
const MARKS: ReadonlySet<string> = new Set([
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-auto-reply-from',
  'x-autoreply-from',
  'x-mail-autoreply',
  'x-vacation',
  'x-failed-recipients',
  'x-ms-exchange-generated-message-source',
])
/** Values of `Precedence` that mass mail and automatic answers have. */
const PRECEDENCE: ReadonlySet<string> = new Set(['bulk', 'auto_reply', 'auto-reply', 'list', 'junk'])
const SENDERS = ['mailer-daemon@', 'postmaster@', 'mail-daemon@', 'double-bounce@']

/**
 * How subjects begin that mail programs write for their users, in lower case: English, delivery reports, Germanic and
 * Nordic, Romance, Central European and Baltic, Cyrillic, Greek, Turkish and Caucasian, Semitic, South and South-East
 * Asian, and East Asian languages.
 */
const SUBJECTS: readonly string[] = `
  automatic reply | automatic response | auto reply | auto-reply | autoreply | auto response | auto-response |
  autoresponse | out of office | out-of-office | out of the office | ooo | on vacation | vacation reply |
  away from the office | away from my mail | on leave | i am out of | i'm out of |
  undeliverable | undelivered mail | delivery status notification | mail delivery | returned mail |
  failure notice | delivery failure | delivery has failed | read receipt | delivery receipt | warning: message |
  unzustellbar | non remis | échec de la remise | no se puede entregar | não é possível entregar |
  недоставлено |
  automatische antwort | autom. antwort | automatische rückantwort | abwesenheit | abwesend | außer haus |
  automatisch antwoord | automatische beantwoording | afwezigheid | niet aanwezig | niet op kantoor |
  automatiskt svar | autosvar | frånvaro | automatisk svar | fravær | ikke til stede | ikke på kontoret |
  automaattinen vastaus | poissaoloviesti | poissa toimistosta | sjálfvirkt svar |
  réponse automatique | reponse automatique | absence du bureau | message d’absence | message d'absence |
  en congé | en vacances | respuesta automática | respuesta automatica | fuera de la oficina |
  fuera de oficina | ausente de la oficina | resposta automática | resposta automatica | ausência temporária |
  fora do escritório | ausente do escritório | risposta automatica | fuori sede | fuori ufficio |
  assente dall’ufficio | assente dall'ufficio | răspuns automat | raspuns automat | resposta automàtica |
  automatyczna odpowiedź | odpowiedź automatyczna | autoodpowiedź | nieobecność | poza biurem |
  automatická odpověď | mimo kancelář | automatická odpoveď | mimo kancelárie | samodejni odgovor |
  automatski odgovor | odsoten | odsutan | automatikus válasz | házon kívül | automātiskā atbilde |
  automatinis atsakymas | automatische vastus | automaatvastus | përgjigje automatike |
  автоматический ответ | автоответ | вне офиса | нет на месте | автоматична відповідь | автовідповідь |
  автоматичен отговор | извън офиса | аутоматски одговор | αυτόματη απάντηση | εκτός γραφείου | otomatik yanıt |
  otomatik cevap | ofis dışında | ავტომატური პასუხი | ինքնաշխատ պատասխան |
  رد تلقائي | الرد التلقائي | رد آلي | خارج المكتب | תשובה אוטומטית | מענה אוטומטי | מחוץ למשרד | پاسخ خودکار |
  स्वचालित उत्तर | स्वतः उत्तर | ตอบกลับอัตโนมัติ | การตอบกลับอัตโนมัติ | ไม่อยู่ที่สำนักงาน | trả lời tự động |
  thư trả lời tự động | vắng mặt | balasan otomatis | di luar kantor | balasan automatik |
  自動返信 | 自動応答 | 自動回答 | 不在通知 | 不在のお知らせ | 不在连絡 | 自动回复 | 自动答复 | 不在办公室 | 外出自动 | 自動回覆 | 自動回復 | 不在辦公室 | 자동 회신 | 자동회신 |
  자동 응답 | 자동응답 | 부재중 | 부재 중 |
`
  .split(/[|\n]/)
  .map((start) => start.trim())
  .filter((start) => start !== '')

export interface Marks {
  /** Values by names in lower case. */
  headers: ReadonlyMap<string, string>
  subject: string
  /** In lower case. */
  from: string
}

/** True if a machine sent it; a person's answer has none of the marks. */
export function isAutomatic({ headers, subject, from }: Marks): boolean {
  const value = (name: string) => headers.get(name)?.trim().toLowerCase()
  // parameters may follow on the keyword
  const submitted = value('auto-submitted')?.split(/[;\s]/, 1)[0]
  return (
    (submitted ?? 'no') !== 'no' ||
    [...MARKS].some((name) => headers.has(name)) ||
    PRECEDENCE.has(value('precedence') ?? '') ||
    value('return-path') === '<>' ||
    // delivery and disposition reports
    (value('content-type')?.startsWith('multipart/report') ?? false) ||
    SENDERS.some((start) => from.startsWith(start)) ||
    isWrittenByMachine(subject)
  )
}

/** The longest start of a subject that is compared, in characters. */
const COMPARED = 200
/** The prefix before a mail program's own text: the tag of a ticket or a list, quotes, punctuation. */
const BEFORE = /^(?:\[[^[\]]{0,60}\]|[^\p{L}\p{N}[])/u

function isWrittenByMachine(subject: string): boolean {
  let text = subject.normalize('NFC').toLowerCase().slice(0, COMPARED)
  while (BEFORE.test(text)) text = text.replace(BEFORE, '')
  // a longer word that begins in the same way is another word
  return SUBJECTS.some(
    (start) => text.startsWith(start) && !/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(text.slice(start.length)),
  )
}
