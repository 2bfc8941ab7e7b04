import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import { driveDecidedMail } from '#app/base/audit/decided-mail.tsx'
import { hidingUpdate, showingUpdate } from '#app/drives/drive/admin/decisions.ts'
import { driveDecisionTexts } from '#app/drives/drive/admin/drive-admin.ts'
import { leaveOutOfTexts } from '#app/drives/updates/mailing.server.ts'
import { updateTexts } from '#app/drives/updates/update.ts'
import { whichUpdate } from '#app/drives/updates/update-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

type Key = { slug: string; update: string }
type Found = { id: string; update: string; hidden: boolean }

/** An update of another person's drive, locked against another administrator and against the writer who removes it. */
const update: About<Key, Found> = {
  noun: 'drive',
  at: ({ params }) => ({ slug: params.slug!, ...whichUpdate.parse({ update: params.update }) }),
  async find(tx, { slug, update }, by) {
    const found = await tx
      .selectFrom('updates as u')
      .innerJoin('fund_drives as d', 'd.id', 'u.fund_drive_id')
      .where('d.slug', '=', slug)
      .where('u.id', '=', update)
      .where('u.removed_at', 'is', null)
      .select(['d.id', 'd.user_id', 'u.id as update', sql<boolean>`u.hidden_at is not null`.as('hidden')])
      .forUpdate('u')
      .executeTakeFirst()
    if (!found) throw new Refusal(updateTexts.missing, { status: 404 })
    if (found.user_id === by.id) throw new Refusal(driveDecisionTexts.own, { status: 403 })
    return found
  },
}

/** Hides an update from visitors, and from mails that are not sent yet. Its writers read why. */
export const hideUpdate = decision({
  of: update,
  act: 'update hidden',
  words: hidingUpdate,
  run: (tx, found, { why, by }) => setHidden(tx, found, { why, by: by.id }),
})

/** Shows it again. A mail that it was left out of does not follow. */
export const showUpdate = decision({
  of: update,
  act: 'update shown',
  words: showingUpdate,
  run: (tx, found) => setHidden(tx, found, null),
})

async function setHidden(tx: Tx, { update, hidden }: Found, hides: { why: string; by: string } | null) {
  if (hidden === (hides !== null)) throw new Refusal(driveDecisionTexts.meanwhile)
  await tx
    .updateTable('updates')
    .set({ hidden_at: hides && sql<Date>`now()`, hidden_by: hides && hides.by, hidden_why: hides?.why ?? '' })
    .where('id', '=', update)
    .execute()
  if (hides) await leaveOutOfTexts(tx, update)
  await enqueue(tx, 'mail-update-hidden', { updateId: update }, { key: update })
  return {}
}

/** Tells those who manage the drive that we have hidden an update, or show it again: whichever is true when the mail is written. */
export async function mailUpdateHidden(db: Db, { updateId }: { updateId: string }): Promise<void> {
  const row = await db
    .selectFrom('updates as u')
    .innerJoin('fund_drives as d', 'd.id', 'u.fund_drive_id')
    .where('u.id', '=', updateId)
    .where('u.removed_at', 'is', null)
    .select(['u.fund_drive_id', 'd.title', 'd.slug', 'u.hidden_at', 'u.hidden_why'])
    .executeTakeFirst()
  if (!row) return
  const about = { title: row.title, link: `${publicAddress()}/fund-drive/${row.slug}/updates` }
  const mail = row.hidden_at ? hiddenMail(about, { why: row.hidden_why, support: supportInWords() }) : shownMail(about)
  await mailManagers(db, row.fund_drive_id, 'money', () => mail)
}

type Told = { title: string; link: string }

const hiddenMail = ({ title, link }: Told, against: { why: string; support: string }): MailTemplate =>
  driveDecidedMail({
    subject: msg`An update is hidden: ${title}`,
    heading: <Trans>An update is hidden</Trans>,
    text: (
      <Trans>
        An administrator of {'{brand}'} has hidden an update of “<Typed text={title} />
        ”. Visitors can’t read it, and it is not sent to anybody.
      </Trans>
    ),
    against,
    link,
    open: <Trans>Open the updates</Trans>,
  })

const shownMail = ({ title, link }: Told): MailTemplate =>
  driveDecidedMail({
    subject: msg`An update is shown again: ${title}`,
    heading: <Trans>An update is shown again</Trans>,
    text: (
      <Trans>
        Visitors can read the update of “<Typed text={title} />” again.
      </Trans>
    ),
    link,
    open: <Trans>Open the updates</Trans>,
  })
