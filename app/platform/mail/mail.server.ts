import { createTransport, type Transporter } from 'nodemailer'
import { brand } from '#app/kit/brand.ts'
import type { CalendarMethod } from '#app/kit/calendar.ts'
import { thePool } from '#app/platform/db.server.ts'
import { inBatches } from '#app/platform/postgres/batches.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { forgetMails, type KeptMail, keepMails, sweepMails } from '#sandbox/mailbox.ts'

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

/** Sends a mail, or throws; then its job is retried. Without SMTP_URL it goes to the mailbox at /sandbox/mailbox. */
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
    await transportTo(settings.SMTP_URL).sendMail(message)
    return
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

/** Deletes mails of the built-in mailbox that are older than a month. */
export const sweepMailbox = (): Promise<void> => sweepMails(sql, 30)

/** Deletes the built-in mailbox's mails to an address. */
export const forgetMailsTo = (address: string): Promise<void> => forgetMails(sql, address)

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
