import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { z } from 'zod'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { fileSupportMessage } from '#app/drives/support/message.server.tsx'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { oneLine } from '#app/kit/lines.ts'
import { isKenyanMobile, phoneIn } from '#app/kit/phone.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { linkSecret } from '#app/platform/settings/accepted-secrets.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { type BeneficiaryAnswer, beneficiaryMost, beneficiaryTexts } from './beneficiary.ts'

// The person a drive is for: their link, their answer, and what follows from a no. The answer locks the drive's wallet, as the step
// that completes a withdrawal does: of the two the second sees the first.

const line = (most: number, words: Parameters<typeof said>[0]) =>
  z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().min(1, said(words)).max(most, said(words)))

/** Reads an email address or a Kenyan mobile number. */
const contactField = z
  .string()
  .catch('')
  .transform((typed, context) => {
    const phone = phoneIn(typed)
    if (phone && isKenyanMobile(phone)) return { email: null, phone }
    const email = z.email().max(beneficiaryMost.contact).safeParse(typed.trim().toLowerCase())
    if (email.success) return { email: email.data, phone: null }
    context.issues.push({ code: 'custom', message: said(beneficiaryTexts.contactShape), input: typed })
    return z.NEVER
  })

export const beneficiaryForm = z.object({
  name: line(beneficiaryMost.name, beneficiaryTexts.nameShape),
  relation: line(beneficiaryMost.relation, beneficiaryTexts.relationShape),
  contact: contactField,
})

export const answerForm = z.object({
  answer: z.enum(['yes', 'no']),
  shows_name: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((on) => on === 'on'),
})

export const tokenOfBeneficiary = (linkKey: string): string => linkSecret(`the link of beneficiary ${linkKey}`)
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Named = z.output<typeof beneficiaryForm> & { language: Language }

/** Stores the person a drive is for, and sends them the link. Another name or contact ends the link and the answer before. */
export const nameBeneficiary = (db: Db, driveId: string, { name, relation, contact, language }: Named): Promise<void> =>
  inOneGo(db, async (tx) => {
    await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = await beneficiaryOf(tx, driveId)
    const isSame = before?.name === name && before.email === contact.email && before.phone === contact.phone
    if (before && isSame) {
      await tx.updateTable('beneficiaries').set({ relation }).where('fund_drive_id', '=', driveId).execute()
      return
    }
    await refuseOwnContact(tx, driveId, contact)
    const link_key = crypto.randomUUID()
    const row = { name, relation, ...contact, language, link_key, token_hash: hashOf(tokenOfBeneficiary(link_key)) }
    await tx
      .insertInto('beneficiaries')
      .values({ fund_drive_id: driveId, ...row })
      .onConflict((same) =>
        same.column('fund_drive_id').doUpdateSet({ ...row, answer: null, answered_at: null, shows_name: false }),
      )
      .execute()
    await enqueue(tx, 'tell-beneficiary', { driveId, linkKey: link_key }, { key: link_key })
    await tell(tx, `drive:${driveId}`)
  })

/** Reads the person a drive is for, as its owner sees them. */
export const beneficiaryOf = (db: Db | Tx, driveId: string) =>
  db
    .selectFrom('beneficiaries')
    .where('fund_drive_id', '=', driveId)
    .select(['name', 'relation', 'email', 'phone', 'answer', 'shows_name', 'answered_at'])
    .executeTakeFirst()

/** Refuses a contact of the owner, or of a person who helps with the drive: they would answer for another person. */
async function refuseOwnContact(tx: Tx, driveId: string, { email, phone }: Named['contact']): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`select exists (
    select from users u where may(${driveId}, u.id, 'read') and (lower(u.email) = ${email}
      or exists (select from user_phones p where p.user_id = u.id and p.phone = ${phone}))) as own`.execute(tx)
  if (rows[0]!.own) throw new Refusal(beneficiaryTexts.ownContact, { status: 422, field: 'contact' })
}

/** Finds the drive of a link; undefined for one that is cut, or that a newer one has replaced. */
export async function driveOfLink(db: Db | Tx, token: string) {
  if (!/^[0-9a-z]{25}$/.test(token)) return undefined
  return db
    .selectFrom('beneficiaries as b')
    .innerJoin('fund_drives as d', 'd.id', 'b.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .where('b.token_hash', '=', hashOf(token))
    .select(['d.id', 'd.slug', 'd.title', 'p.full_name as owner', 'b.name', 'b.relation', 'b.answer'])
    .select(['b.email', 'b.phone', 'b.language'])
    .executeTakeFirst()
}

type Answered = { answer: BeneficiaryAnswer; showsName: boolean; by: string | undefined }

/** Keeps the answer of the person a drive is for. A no is a letter to the office, and holds the money until it is closed. */
export const answerLink = (db: Db, token: string, { answer, showsName, by }: Answered): Promise<void> =>
  inOneGo(db, async (tx) => {
    const seen = await driveOfLink(tx, token)
    if (!seen) throw new Refusal(beneficiaryTexts.linkCut, { status: 404 })
    if (by && (await mayManage(tx, by, seen.id, 'read'))) throw new Refusal(beneficiaryTexts.ownLink, { status: 403 })
    await lockWallet(tx, seen.id)
    // Read again: a newer link, or another answer, may have come first.
    const found = await driveOfLink(tx, token)
    if (!found) throw new Refusal(beneficiaryTexts.linkCut, { status: 404 })
    if (found.answer === answer) return
    if (found.answer) throw new Refusal(beneficiaryTexts.answeredBefore)
    await tx
      .updateTable('beneficiaries')
      .set({ answer, shows_name: answer === 'yes' && showsName, answered_at: sql<Date>`now()` })
      .where('fund_drive_id', '=', found.id)
      .execute()
    if (answer === 'no') await writeNo(tx, found)
    await tell(tx, `drive:${found.id}`)
  })

type LinkFound = NonNullable<Awaited<ReturnType<typeof driveOfLink>>>

const writeNo = (tx: Tx, { id, name, relation, email, phone, language }: LinkFound) =>
  fileSupportMessage(tx, {
    fund_drive_id: id,
    reason: 'identity',
    message: `${name} (${relation}), whom this fundraiser is for, does not know of it. ${phone ?? ''}\nNothing is sent until this is closed.`,
    email,
    language,
    holds: true,
    once: null,
  })

/** True while an administrator has not closed the letter of a person who does not know of the drive. The wallet is locked by now. */
export const isDenied = async (tx: Tx, driveId: string): Promise<boolean> =>
  (await tx
    .selectFrom('support_messages')
    .where('fund_drive_id', '=', driveId)
    .where('holds', '=', true)
    .where('state', '=', 'open')
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

type Line = { text: string; done: boolean } | null

/** Says in the public panel what the one it is for has said; null where the owner named nobody, or the office looks into a no. */
export async function beneficiaryLine(db: Db, driveId: string, language: Language): Promise<Line> {
  const found = await beneficiaryOf(db, driveId)
  if (!found || found.answer === 'no') return null
  const words = wordsIn(language, catalogues[language])
  if (!found.answered_at) return { text: words._(msg`The one it is for has not answered.`), done: false }
  const [name, day] = [found.name, dayIn(language, found.answered_at)]
  const text = found.shows_name
    ? words._(msg`${name} said on ${day} that this is for them.`)
    : words._(msg`The one it is for said on ${day} that this is for them.`)
  return { text, done: true }
}

/** Sends the link, unless a newer one has replaced it. */
export async function tellBeneficiary(
  db: Db,
  { driveId, linkKey }: { driveId: string; linkKey: string },
): Promise<void> {
  const row = await db
    .selectFrom('beneficiaries as b')
    .innerJoin('fund_drives as d', 'd.id', 'b.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .where('b.fund_drive_id', '=', driveId)
    .where('b.link_key', '=', linkKey)
    .where('b.answer', 'is', null)
    .select(['b.email', 'b.phone', 'b.language', 'd.title', 'p.full_name as owner'])
    .executeTakeFirst()
  if (!row) return
  const language = knownLanguage(row.language)
  const link = `${publicAddress()}/beneficiary/${tokenOfBeneficiary(linkKey)}`
  if (row.email) return mailTo(row.email, language, linkMail(row, link))
  if (!row.phone) return
  const words = wordsIn(language, catalogues[language])
  const text = smsWith(row.owner, (owner) =>
    words._(msg`${owner} raises money on {brand} and says it is for you or your child. Is it? ${link}`),
  )
  const sms = { key: `beneficiary ${linkKey}`, phone: row.phone, text, money: false }
  await db.transaction().execute((tx) => sendSms(tx, sms))
}

const linkMail = ({ owner, title }: { owner: string; title: string }, link: string): MailTemplate => ({
  subject: msg`${owner} raises money and says it is for you or your child`,
  reason: msg`You’re getting this email because this address was written for the person a fundraiser at {brand} is for.`,
  body: (
    <>
      <MailHeading>
        <Typed text={title} />
      </MailHeading>
      <MailText>
        <Trans>
          <Typed text={owner} /> raises money on {'{brand}'} and says it is for you or your child.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Say whether you know of it</Trans>
      </MailButton>
    </>
  ),
})

/** Deletes the contacts of people whose drive ended a month ago. Run by cron. */
export async function sweepBeneficiaries(db: Db): Promise<void> {
  await sql`update beneficiaries b set email = null, phone = null from fund_drives d
    where d.id = b.fund_drive_id and (b.email is not null or b.phone is not null)
      and (d.status = 'completed' and d.updated_at < now() - interval '30 days'
        or d.end_date < current_date - 30)`.execute(db)
}
