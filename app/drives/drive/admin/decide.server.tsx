import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import type { Status } from '#app/drives/drive/drive.ts'
import { lockCredits, openCredits } from '#app/drives/views/credits.server.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import {
  allowingListing,
  givingViews,
  hidingRecorded,
  opening,
  pausing,
  showingRecorded,
  unlisting,
} from './decisions.ts'
import { driveDecisionTexts } from './drive-admin.ts'

type Found = {
  id: string
  user_id: string
  status: Status
  stopped_at: Date | null
  stopped_from: string | null
  hidden_at: Date | null
  unlisted_at: Date | null
}

/** Another person's drive. It is not locked: each decision locks what it changes. Open pages are notified. */
export const drive: About<string, Found> = {
  noun: 'drive',
  at: ({ params }) => params.slug!,
  async find(tx, slug, by) {
    const found = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select([
        'id',
        'user_id',
        'status',
        'stopped_at',
        'stopped_from',
        'recorded_hidden_at as hidden_at',
        'unlisted_at',
      ])
      .executeTakeFirst()
    if (!found) throw new Refusal(driveDecisionTexts.missing, { status: 404 })
    if (found.user_id === by.id) throw new Refusal(driveDecisionTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id, user_id: ownerId }) {
    await tell(tx, `drive:${id}`)
    await tell(tx, 'office:desk')
    await tell(tx, `person:${ownerId}`)
  },
}

/** A drive locked against a race with its owner, who sets a status at this moment, and with another administrator. */
export const lockedDriveForAdmin: typeof drive = {
  ...drive,
  async find(tx, slug, by) {
    await tx.selectFrom('fund_drives').where('slug', '=', slug).select('id').forUpdate().execute()
    return drive.find(tx, slug, by)
  },
}

/** Pauses a drive: visitors don't find it, and its owner, who reads why, can't set it active. */
export const pauseDrive = decision({
  of: lockedDriveForAdmin,
  act: 'drive paused',
  words: pausing,
  async run(tx, { id, status: before, stopped_at: stoppedAt }, { why }) {
    if (stoppedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    const status = before === 'active' ? 'paused' : before
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: new Date(), stopped_why: why, stopped_from: before, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'mail-stopped', { driveId: id }, { key: id })
    return { before: { status: before }, after: { status, paused: true } }
  },
})

/** Opens it again, as it was: what its owner has completed meanwhile stays completed. */
export const openDrive = decision({
  of: lockedDriveForAdmin,
  act: 'drive opened',
  words: opening,
  async run(tx, { id, status: before, stopped_at: stoppedAt, stopped_from: stoppedFrom }) {
    if (!stoppedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    const status = stoppedFrom === 'active' && before === 'paused' ? 'active' : before
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: null, stopped_why: '', stopped_from: null, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'mail-stopped', { driveId: id }, { key: id })
    return { before: { status: before, paused: true }, after: { status } }
  },
})

/** Hides what was recorded by hand from visitors: from the bar, and its list. Its owner reads why, and can't show it. */
export const hideRecorded = decision({
  of: lockedDriveForAdmin,
  act: 'recorded hidden',
  words: hidingRecorded,
  run: (tx, drive, { why }) => setHidden(tx, drive, why),
})

/** Shows it again; where its owner hides it from the bar, it stays off the bar. */
export const showRecorded = decision({
  of: lockedDriveForAdmin,
  act: 'recorded shown',
  words: showingRecorded,
  run: (tx, drive) => setHidden(tx, drive, null),
})

async function setHidden(tx: Tx, drive: { id: string; hidden_at: Date | null }, why: string | null) {
  const recordedHidden = why !== null
  if ((drive.hidden_at !== null) === recordedHidden) throw new Refusal(driveDecisionTexts.meanwhile)
  await tx
    .updateTable('fund_drives')
    .set({
      recorded_hidden_at: recordedHidden ? new Date() : null,
      recorded_hidden_why: why ?? '',
      updated_at: new Date(),
    })
    .where('id', '=', drive.id)
    .execute()
  await enqueue(tx, 'mail-recorded-hidden', { driveId: drive.id }, { key: drive.id })
  return { before: { recordedHidden: !recordedHidden }, after: { recordedHidden } }
}

/** Takes a drive off the list for everybody. Its owner reads why, and can't list it. Its page stays as it is. */
export const unlistDrive = decision({
  of: lockedDriveForAdmin,
  act: 'drive unlisted',
  words: unlisting,
  async run(tx, { id, unlisted_at: unlistedAt }, { why }) {
    if (unlistedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    const values = { listed_at: null, unlisted_at: new Date(), unlisted_why: why }
    await tx.updateTable('fund_drives').set(values).where('id', '=', id).execute()
    return { before: { unlisted: false }, after: { unlisted: true } }
  },
})

/** Lets its owner list it again; it is not listed by this. */
export const allowListing = decision({
  of: lockedDriveForAdmin,
  act: 'listing allowed',
  words: allowingListing,
  async run(tx, { id, unlisted_at: unlistedAt }) {
    if (!unlistedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    await tx.updateTable('fund_drives').set({ unlisted_at: null, unlisted_why: '' }).where('id', '=', id).execute()
    return { before: { unlisted: true }, after: { unlisted: false } }
  },
})

/** Tells those who manage a drive that we have paused it, or opened it again: whichever is true when the mail is written. */
export async function mailStopped(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug', 'stopped_at', 'stopped_why'])
    .executeTakeFirst()
  if (!row) return
  const link = `${publicAddress()}/fund-drive/${row.slug}/home`
  const about = { title: row.title, link }
  const mail = row.stopped_at
    ? stoppedMail(about, { why: row.stopped_why, support: supportInWords() })
    : openedMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}

/** Tells them that we hide what was recorded by hand from visitors, or show it again: whichever is true by then. */
export async function mailRecordedHidden(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['title', 'slug', 'recorded_hidden_at', 'recorded_hidden_why'])
    .executeTakeFirst()
  if (!row) return
  const about = { title: row.title, link: `${publicAddress()}/fund-drive/${row.slug}/recorded` }
  const mail = row.recorded_hidden_at
    ? hiddenMail(about, { why: row.recorded_hidden_why, support: supportInWords() })
    : shownMail(about)
  await mailManagers(db, driveId, 'money', () => mail)
}

// Emails to an owner when an administrator decides about their drive.

type Told = { title: string; link: string }

const stoppedMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`Your fund drive was paused: ${title}`,
    heading: <Trans>Your fund drive was paused</Trans>,
    text: (
      <Trans>
        An administrator of {'{brand}'} has paused “<Typed text={title} />
        ”. Visitors can’t find it for now. The money given is still there.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the fund drive</Trans>,
  })

const openedMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`Your fund drive is open again: ${title}`,
    heading: <Trans>Your fund drive is open again</Trans>,
    text: (
      <Trans>
        An administrator of {'{brand}'} has opened “<Typed text={title} />” again. Nothing else has changed.
      </Trans>
    ),
    link,
    open: <Trans>Open the fund drive</Trans>,
  })

const hiddenMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`Recorded gifts are hidden: ${title}`,
    heading: <Trans>Recorded gifts are hidden</Trans>,
    text: (
      <Trans>
        An administrator of {'{brand}'} has hidden the recorded gifts of “<Typed text={title} />
        ”. Visitors see what came through {'{brand}'} alone. Nothing was deleted.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the recorded gifts</Trans>,
  })

const shownMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`Recorded gifts are shown again: ${title}`,
    heading: <Trans>Recorded gifts are shown again</Trans>,
    text: (
      <Trans>
        Visitors see the recorded gifts of “<Typed text={title} />” again.
      </Trans>
    ),
    link,
    open: <Trans>Open the recorded gifts</Trans>,
  })

/** How many views an administrator can give at once. */
const giftMax = 100_000
const twice = msg`You gave these views a moment ago`
const number = msg`Please write a number from 1 to 100,000.`

/** A whole number as people type it, '1000' or '1,000'. */
const viewsField = z
  .string(said(number))
  .transform((text) => text.replace(/[\s,]/g, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, said(number)))
  .transform(Number)
  .pipe(z.number().min(1, said(number)).max(giftMax, said(number)))

export const giveViewsForm = decisionForm.extend({ views: viewsField })

/**
 * Gives a drive views for nothing, on top of what it has. The wallet is locked first, as a purchase does it: one at the
 * same moment closes the credits that these would be added to.
 */
export const giveViews = decision({
  of: drive,
  act: 'views given',
  words: givingViews,
  form: giveViewsForm,
  async run(tx, { id: driveId, user_id: ownerId }, { views, why, by }) {
    await lockWallet(tx, driveId)
    if (await isGivenJustNow(tx, { driveId, views, why, by: by.id }))
      throw new Refusal({ title: twice, text: msg`To give as many again, write another reason.`, tone: 'bad' })
    const { id, remaining_views: left } = await creditsOrNew(tx, driveId, ownerId)
    await tx
      .updateTable('subscriptions')
      .set({ views: sql`views + ${views}::int`, remaining_views: sql`remaining_views + ${views}::int` })
      .where('id', '=', id)
      .execute()
    return { before: { views: left }, after: { views: left + views } }
  },
})

/** A form that is pressed twice gives once. The wallet is locked: of two at once the later finds the line of the first. */
async function isGivenJustNow(
  tx: Tx,
  { driveId, views, why, by }: { driveId: string; views: number; why: string; by: string },
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit_log')
    .where('subject', '=', driveId)
    .where('act', '=', 'views given')
    .where('by', '=', by)
    .where('why', '=', why)
    .where('at', '>', sql<Date>`now() - interval '1 minute'`)
    .where(sql<SqlBool>`(after ->> 'views')::int - (before ->> 'views')::int = ${views}`)
    .select('id')
    .executeTakeFirst()
  return line !== undefined
}

/** Each drive has credits from its beginning; one that has none all the same gets those of a new one. */
async function creditsOrNew(tx: Tx, driveId: string, ownerId: string) {
  const credits = await lockCredits(tx, driveId)
  if (credits) return credits
  await openCredits(tx, driveId, ownerId)
  return (await lockCredits(tx, driveId))!
}
