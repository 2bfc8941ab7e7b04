import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { updateMost } from '#app/drives/updates/update.ts'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText, plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, databaseNow, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import type { WhatForAnswer } from './payout.ts'

// The question that follows a withdrawal: what was it for? An update is the answer. It is asked in the email about the withdrawal and on
// Payouts, and once more after a week.

const week = 7 * 86_400_000

/** Returns the page on which an owner answers for a withdrawal. */
const whatForLink = (slug: string, payoutId: number): string =>
  `${publicAddress()}/fund-drive/${slug}/updates?for=${payoutId}`

/** Queues the question that is asked once more after a week. */
export const askLater = async (tx: Tx, payoutId: number): Promise<void> =>
  void (await enqueue(
    tx,
    'ask-what-for',
    { payoutId },
    { key: String(payoutId), runAt: new Date((await databaseNow(tx)).getTime() + week) },
  ))

/** Returns the answers to the question, by the whole of the withdrawal. One without an update or a receipt has none. */
export async function answersTo(db: Db, wholes: string[]): Promise<Map<string, WhatForAnswer>> {
  if (wholes.length === 0) return new Map()
  const { rows } = await sql<{ whole: string; update: string | null; newer: number; receipts: boolean }>`
    select w.whole, u.id as update, coalesce(u.newer, 0)::int as newer,
      exists (select from payout_receipts r where r.whole = w.whole and r.undone_at is null) as receipts
    from unnest(${wholes}::uuid[]) w (whole)
      left join lateral (select id, (select count(*) from updates n where n.fund_drive_id = o.fund_drive_id and n.removed_at is null
          and (n.created_at > o.created_at or n.created_at = o.created_at and n.id < o.id)) as newer
        from updates o where o.whole = w.whole and o.removed_at is null order by o.created_at desc, o.id limit 1) u on true`.execute(
    db,
  )
  const answered = rows.filter(({ update, receipts }) => update !== null || receipts)
  return new Map(
    answered.map(({ whole, update, newer, receipts }) => {
      const page = Math.floor(newer / updateMost.page) + 1
      return [whole, { update: update && `updates${page > 1 ? `?page=${page}` : ''}#update-${update}`, receipts }]
    }),
  )
}

/** Returns the link that asks it; null for a later part of a withdrawal that supporters were told of. */
export const questionLink = async (db: Db, { slug, id, whole }: { slug: string; id: number; whole: string }) =>
  (await answersTo(db, [whole])).has(whole) ? null : whatForLink(slug, id)

/** Asks the owner once more, unless supporters were told or the money came back. Parts of one withdrawal are asked about once. */
export async function askWhatFor(db: Db, { payoutId }: { payoutId: number }): Promise<void> {
  const row = await db
    .selectFrom('payout_requests as o')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('o.id', '=', payoutId)
    .where('o.status', '=', 'completed')
    .where('u.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from payout_requests p where p.whole = o.whole and p.status = 'completed' and p.id < o.id)`,
    )
    .select(['o.whole', 'd.title', 'd.slug', 'u.email', 'u.language'])
    .select(
      sql<number>`(select sum(net) from payout_requests p where p.whole = o.whole and p.status = 'completed')::bigint`.as(
        'net',
      ),
    )
    .select(sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone'))
    .executeTakeFirst()
  if (!row || (await answersTo(db, [row.whole])).has(row.whole)) return
  const language = knownLanguage(row.language)
  const link = whatForLink(row.slug, payoutId)
  if (row.email) return mailTo(row.email, language, whatForMail({ title: row.title, sum: moneyText(row.net), link }))
  if (!row.phone) return
  const [words, sum] = [wordsIn(language, catalogues[language]), plainMoney(row.net)]
  const text = smsWith(inGsm7(row.title) || smsBrand(), (drive) =>
    words._(msg`${drive}: ${sum} was sent to you a week ago. Tell your supporters what it was for: sign in, Updates.`),
  )
  const { phone } = row
  await db.transaction().execute((tx) => sendSms(tx, { key: `what for ${payoutId}`, phone, text, money: false }))
}

const whatForMail = ({ title, sum, link }: { title: string; sum: string; link: string }): MailTemplate => ({
  subject: msg`What was it for? ${sum} from ${title}`,
  reason: msg`You're getting this because of a withdrawal from your fund drive.`,
  body: (
    <>
      <MailHeading>
        <Trans>What was it for?</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          {sum} from <Typed text={title} /> was sent to you a week ago. Your supporters have not read yet what it was
          for. A few words and a photo are enough.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Write an update</Trans>
      </MailButton>
    </>
  ),
})
