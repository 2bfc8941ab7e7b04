// The built-in mailbox of laptops and tests: keeps what would have been sent and shows it.

/** Runs a statement on the database that has the table sandbox.mails. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

export type KeptMail = { to: string; subject: string; text: string; html: string; raw: string }

/** Keeps mails for looking at. */
export async function keepMails(query: Query, mails: KeptMail[]): Promise<void> {
  const insert = `insert into sandbox.mails (to_address, subject, text, html, raw)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`
  const each = (of: (mail: KeptMail) => string) => mails.map(of)
  const texts = [each(({ text }) => text), each(({ html }) => html), each(({ raw }) => raw)]
  await query(insert, [each(({ to }) => to), each(({ subject }) => subject), ...texts])
}

/** Forgets the mails to an address. */
export async function forgetMails(query: Query, to: string): Promise<void> {
  await query('delete from sandbox.mails where lower(to_address) = lower($1)', [to])
}

/** Forgets mails older than so many days. */
export async function sweepMails(query: Query, days: number): Promise<void> {
  await query('delete from sandbox.mails where sent_at < now() - make_interval(days => $1)', [days])
}
