/** Settings of external services: mail, scanner, lists, the assistant, and the recipient of audit heads. */
import * as z from 'zod'
import { setting } from './setting.ts'
import { address, socket, text } from './readers.ts'

const MAIL = 'Mail'
const ASSISTANT = 'Assistant'

type Scanner = { path: string } | { host: string; port: number }
const showScanner = (at: Scanner) => ('path' in at ? `Socket ${at.path}` : `${at.host}, port ${at.port}`)

export const serviceSettings = {
  CLAMD: setting({
    schema: socket.optional(),
    secret: 'no',
    group: 'Files',
    title: 'Virus scanner',
    text: 'Scans every upload before it is stored.',
    more: 'clamd at `host:port`, or the path of its socket. A file in which it finds a threat is refused and put on record; a file that it cannot scan is refused.',
    none: 'None: uploads are not scanned',
    show: showScanner,
  }),
  SANCTIONS_LIST: setting({
    schema: text.optional(),
    secret: 'no',
    group: 'Screening',
    title: 'Lists that are screened against',
    text: 'Files or folders, comma-separated.',
    more: 'Each as published by OFAC (SDN and consolidated: CSV, XML, advanced and enhanced XML), the US Consolidated Screening List (CSV), the UN (XML), the EU or the UK (XML or CSV), Australia (CSV), OpenSanctions (simple CSV or FollowTheMoney JSON), or a CSV of one’s own with `name` and any of `id`, `aliases`, `weak_aliases`, `type`, `birth_date`, `countries`, `gender`, `addresses`, `identifiers`, `programs`, `position`, `notes`; a list with other columns is refused with their names. A file that is no UTF-8, has no byte order mark and no XML header needs its encoding: `own=/lists/own.csv?encoding=windows-1252`. `npm run screen` and the screen of screening lists show what was read, kept and left out, and which columns are not read. `name=path` names a list: `/lists/ofac,peps=/lists/peps.ftm.json`.',
    fallback: 'a made-up list',
    none: 'A made-up list',
  }),
  AUDIT_KEY_FILE: setting({
    schema: text.optional(),
    secret: 'no',
    isPlumbing: true,
    group: 'Audit',
    title: 'Key of signed heads',
    text: 'The file of the Ed25519 key, in PEM, that signs heads of the audit; made where missing, with its public half beside it as `.pub`.',
    more: 'All instances on a database need the same key.',
    fallback: '`DATA_DIR/audit-key.pem`',
  }),
  AUDIT_HEADS: setting({
    schema: z.url({ protocol: /^(file|mailto|https?)$/ }).optional(),
    secret: 'address',
    group: 'Audit',
    title: 'Signed heads are sent to',
    text: 'A signed head of the audit leaves every night.',
    more: '`file:/path`, `mailto:address`, or a URL that is sent it as JSON.',
    none: 'Nowhere: they stay in the data directory',
  }),
  SMTP_URL: setting({
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    secret: 'never',
    isPlumbing: true,
    group: MAIL,
    title: 'Mail server',
    text: 'The mail server: `smtp://user:password@host:587`. Without one mail is written as files.',
  }),
  MAIL_FROM: setting({
    schema: z.email().default('docket@localhost.example'),
    secret: 'no',
    isPlumbing: true,
    group: MAIL,
    title: 'Sender',
    text: 'The sender of mail.',
  }),
  INBOUND_SECRET: setting({
    schema: z.string().min(16).optional(),
    secret: 'never',
    isPlumbing: true,
    group: MAIL,
    title: 'Secret of the mail service',
    text: 'What a mail service that posts messages to `/api/inbound-mail` shows as `Authorization: Bearer`; of 16 characters or more. Without one no mail is received.',
  }),
  ASSISTANT_BASE_URL: setting({
    schema: address.optional(),
    secret: 'address',
    isPlumbing: true,
    group: ASSISTANT,
    title: 'Model',
    text: 'An OpenAI-compatible API for the assistant, up to where `/chat/completions` begins. Without it the built-in one answers.',
  }),
  ASSISTANT_API_KEY: setting({
    schema: text.optional(),
    secret: 'never',
    isPlumbing: true,
    group: ASSISTANT,
    title: 'Key of the model',
    text: 'The key for that API.',
  }),
  ASSISTANT_MODEL: setting({
    schema: text.default('default'),
    secret: 'no',
    isPlumbing: true,
    group: ASSISTANT,
    title: 'Name of the model',
    text: 'The model that is asked.',
  }),
}
