import type { Query } from './mailbox.ts'

// The pretend phones' inbox: texts of ours that would have been sent, and those that M-Pesa would send.

export type KeptSms = {
  /** As the whole world dials it: '+254712345678'. */
  to: string
  /** Who it says it is from: 'HARAMBEE', 'M-PESA'. */
  sender: string
  text: string
  /** What the gateway calls it, where it came through one. */
  messageId?: string
}
export type SmsRow = { id: number; to_phone: string; sender: string; text: string; sent_at: Date }

/** Keeps a text for looking at. */
export async function keepSms(query: Query, { to, sender, text, messageId }: KeptSms): Promise<void> {
  await query('insert into sandbox.sms (to_phone, sender, text, message_id) values ($1, $2, $3, $4)', [
    to,
    sender,
    text,
    messageId ?? null,
  ])
}

type Asked = { to?: string | null; before?: string | null; most: number }

/** The newest texts, of one phone or of all, older than a given one. */
export async function newestSms(query: Query, { to, before, most }: Asked): Promise<SmsRow[]> {
  const { rows } = await query(
    `select id, to_phone, sender, text, sent_at from sandbox.sms
     where ($1::text is null or to_phone = $1) and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [to ?? null, before ?? null, most],
  )
  return rows as SmsRow[]
}

/** '+254712345678' for 0712 345 678 and the like; what is no number is one that has no texts. */
export function dialled(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return `+${digits.replace(/^00/, '').replace(/^0(?=\d{9}$)/, '254')}`
}
