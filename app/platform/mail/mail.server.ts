import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { Counter } from 'prom-client'
import { brand } from '#app/kit/brand.ts'
import type { CalendarMethod } from '#app/kit/calendar.ts'
import { db, thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatches } from '#app/platform/postgres/batches.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { forgetMails, type KeptMail, keepMails, sweepMails } from '#sandbox/mailbox.ts'
import { isSuppressed, liftSuppression, refusedForGood, suppress, sweepSuppressions } from './suppressions.server.ts'

const [tab, newline, space, equals] = [9, 10, 32, 61]
const longest = 76
const digits = Buffer.from('0123456789ABCDEF')

/**
 * Encodes a text for emails: lines of at most 76 ASCII characters, all others by their number. The mail library does the same
 * with streams and patterns, for ten times the work.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text.replace(/\r\n?/g, '\n'))
  // Each byte becomes three at most, and each line of 76 gets a break of three.
  const written = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 70) * 3 + 8)
  let [to, line] = [0, 0]
  const softly = (wanted: number) => {
    if (line + wanted < longest) return
    to = put(written, to, '=\r\n')
    line = 0
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === newline) {
      to = put(written, to, '\r\n')
      line = 0
      continue
    }
    const next = bytes[at + 1]
    const isLast = next === undefined || next === newline
    const isPlain = byte > space && byte < 127 && byte !== equals
    if (isPlain || ((byte === space || byte === tab) && !isLast)) {
      softly(1)
      written[to++] = byte
      line += 1
    } else {
      softly(3)
      written[to++] = equals
      written[to++] = digits[byte >> 4]!
      written[to++] = digits[byte & 15]!
      line += 3
    }
  }
  return written.toString('latin1', 0, to)
}

const put = (written: Buffer, to: number, text: string): number => to + written.write(text, to, 'latin1')

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** The address that the reader's mail program posts to in order to unsubscribe: RFC 8058. */
  unsubscribe?: string
  attachment?: { name: string; type: string; content: string }
  /** A calendar part, which calendar programs act on, and a file for those that don't. */
  calendar?: { method: CalendarMethod; content: string }
}

/**
 * Sends a mail, or throws; then its job is retried. Without SMTP_URL it goes to the mailbox at /sandbox/mailbox. A mail to an
 * address that was refused permanently is not sent, and its job is done.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const message = {
    from: sender(),
    // A record is always one address, whatever its text: a comma adds no second reader.
    to: { name: '', address: oneLine(mail.to) },
    subject: oneLine(mail.subject),
    html: { raw: part('text/html', mail.html) },
    text: { raw: part('text/plain', mail.text) },
    attachments: mail.attachment
      ? [{ filename: mail.attachment.name, contentType: mail.attachment.type, content: mail.attachment.content }]
      : [],
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'invitation.ics' } }),
    // Templates are ours, but contain people's text: it must not pull in a file or another address's answer.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${oneLine(mail.unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
  if (settings.SMTP_URL) {
    return bySmtp(settings.SMTP_URL, message)
  }
  if (!settings.sandbox) throw new Error('there is no mail server: SMTP_URL is not set')
  const whole = await mailbox.sendMail(message)
  await keep({
    to: message.to.address,
    subject: message.subject,
    text: mail.text,
    html: mail.html,
    raw: String(whole.message),
  })
}

const outcomes = new Counter({
  name: 'mail_total',
  help: 'Emails that were given to the mail server, by what became of them',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

type Message = SendMailOptions & { to: { address: string } }

/** Gives a mail to the mail server. Notes a recipient that was refused permanently: the next try of the job finds the note, and ends. */
async function bySmtp(url: string, message: Message): Promise<void> {
  const { address } = message.to
  if (await isSuppressed(address)) {
    outcomes.inc({ outcome: 'suppressed' })
    log.info('a mail is not sent: its address was refused before')
    return
  }
  try {
    await transportTo(url).sendMail(message)
    outcomes.inc({ outcome: 'taken' })
  } catch (error) {
    const code = refusedForGood(error)
    outcomes.inc({ outcome: code ? 'no mailbox' : 'failed' })
    if (code) {
      await suppress(address, code)
      log.warn({ code }, 'a mail server knows no such mailbox: nothing more is sent there')
    }
    throw error
  }
}

/** The sender as the operator set it. The brand is its name where it has none of its own. */
const sender = () =>
  /<.+>\s*$/.test(settings.MAIL_FROM) ? settings.MAIL_FROM : { name: brand(), address: settings.MAIL_FROM }

/** Encodes a part. Two such parts are most of an email, and each gift sends two emails: see quoted-printable.server.ts. */
const part = (type: string, text: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(text)}`

const mailbox = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Writes the mails of the same moment together. */
const keep = inBatches(async (mails: KeptMail[]) => {
  await keepMails(sql, mails)
  return mails
})

/** Deletes mails of the built-in mailbox that are older than a month, and old entries of the list of refused addresses. */
export async function sweepMailbox(): Promise<void> {
  await sweepMails(sql, 30)
  await sweepSuppressions(db)
}

/** Deletes the built-in mailbox's mails to an address, and its entry on the list of refused addresses. */
export async function forgetMailsTo(address: string): Promise<void> {
  await forgetMails(sql, address)
  await liftSuppression(db, address)
}

const sql = (text: string, values: unknown[]) => thePool().query(text, values)

/** Removes line breaks: in a name or address they would begin another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()

let transport: { url: string; transporter: Transporter } | undefined

/** Keeps up to three connections to the mail server open; every wait has a bound. */
function transportTo(url: string): Transporter {
  if (transport?.url !== url) {
    transport?.transporter.close()
    const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
    transport = { url, transporter: createTransport({ url, pool: true, maxConnections: 3, ...waits }) }
  }
  return transport.transporter
}
