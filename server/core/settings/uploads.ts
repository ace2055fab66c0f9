/** Ceilings on uploads, and how much of them is in memory at a time. */
import { UPLOAD_MAX } from '#contract/model/upload.ts'
import { setting } from './setting.ts'
import { whole } from './readers.ts'

const UPLOADS = 'Uploads'
const MIB = 1024 * 1024
/** The largest file with what surrounds it, in MiB: no ceiling is lower. */
const FILE = UPLOAD_MAX / MIB + 1
const MOST = 1_000_000
/** The largest e-mail, in MiB. */
const EMAIL = 25

const files = (fallback: number, title: string, text: string) =>
  setting({ schema: whole(1, MOST, fallback), secret: 'no', group: UPLOADS, title, text, unit: 'files' })
const size = (least: number, fallback: number, title: string, text: string) =>
  setting({ schema: whole(least, MOST, fallback), secret: 'no', group: UPLOADS, title, text, unit: 'MiB' })

export const uploadSettings = {
  UPLOAD_MINUTES: setting({
    schema: whole(1, 1440, 60),
    secret: 'no',
    group: UPLOADS,
    title: 'Time',
    text: 'Uploads are counted over this time; above a ceiling they are refused until it is over, which is on record.',
    unit: 'minutes',
  }),
  UPLOAD_ACCOUNT_FILES: files(500, 'An account: files', 'An account uploads no more files than this in that time.'),
  UPLOAD_ACCOUNT_MIB: size(FILE, 1000, 'An account: size', 'An account uploads no more than this in that time.'),
  UPLOAD_LINK_FILES: files(
    20,
    'A form’s link: submissions',
    'By the link of a form for a customer, no more submissions than this are received in that time, those with faults too.',
  ),
  UPLOAD_LINK_MIB: size(
    2 * FILE,
    100,
    'A form’s link: size',
    'By such a link, no more than this is received in that time.',
  ),
  UPLOAD_MAIL_FILES: files(
    5000,
    'The mail service: messages',
    'The mail service delivers no more messages than this in that time; it is told to send the rest later.',
  ),
  UPLOAD_MAIL_MIB: size(
    EMAIL,
    5000,
    'The mail service: size',
    'The mail service delivers no more than this in that time.',
  ),
  UPLOAD_MEMORY: setting({
    schema: whole(2 * FILE, MOST, 128),
    secret: 'no',
    isPlumbing: true,
    group: UPLOADS,
    title: 'Memory for uploads',
    text: 'Uploads are received on disk, below `DATA_DIR`, and as much as this of them is in memory at a time, in MiB; others wait.',
    unit: 'MiB',
  }),
}
