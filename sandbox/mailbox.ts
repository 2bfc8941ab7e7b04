// The built-in mailbox of laptops and tests: keeps what would have been sent and shows it.

/** Runs a statement on the database that has the table sandbox.mails. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

export type KeptMail = { to: string; subject: string; text: string; html: string; raw: string }

/** Keeps a mail for looking at. */
export async function keepMail(query: Query, { to, subject, text, html, raw }: KeptMail): Promise<void> {
  const insert = 'insert into sandbox.mails (to_address, subject, text, html, raw) values ($1, $2, $3, $4, $5)'
  await query(insert, [to, subject, text, html, raw])
}

/** Forgets the mails to an address. */
export async function forgetMails(query: Query, to: string): Promise<void> {
  await query('delete from sandbox.mails where lower(to_address) = lower($1)', [to])
}

/** Forgets mails older than so many days. */
export async function sweepMails(query: Query, days: number): Promise<void> {
  await query('delete from sandbox.mails where sent_at < now() - make_interval(days => $1)', [days])
}
