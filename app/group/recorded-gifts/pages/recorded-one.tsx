import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ChangeRecordedForm, type First, VoidForm } from '#app/group/recorded-gifts/gift-form.tsx'
import { changeRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { recordedGiftTexts } from '#app/group/recorded-gifts/recorded.ts'
import { changeRecordedForm } from '#app/group/recorded-gifts/recorded-forms.ts'
import { recordedOf } from '#app/group/recorded-gifts/recorded-list.server.ts'
import type { RecordedRow } from '#app/group/recorded-gifts/recorded-list.tsx'
import { moneyText } from '#app/kit/money.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/recorded-one.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const row = await recordedOf(db, id, numberIn(params.gift))
  if (!row) throw data(null, { status: 404 })
  return { slug, today: dayAt(new Date()), number: row.id, isVoid: row.voidedAt !== null, ...shownIn(row) }
}

export const action = formAction({
  form: changeRecordedForm,
  page: true,
  done: recordedGiftTexts.changed,
  failed: recordedGiftTexts.notChanged,
  run: async (typed, { context, params }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const id = numberIn(params.gift)
    const by = context.get(personContext)!.id
    await db.transaction().execute((tx) => changeRecorded(tx, { ...typed, id, driveId, by }))
    return { go: `/fund-drive/${slug}/recorded` }
  },
})

export default function One({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, number, isVoid, gift, version, receipt, today } = loaderData
  const { t } = useLingui()
  const to = `/fund-drive/${slug}/recorded/${number}`
  return (
    <div className="grid gap-5">
      <DriveTitle page={t`Recorded gift`} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">
          <Trans>Recorded gift</Trans>
        </h2>
        <Link to={`/given/${receipt}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Open the receipt</Trans>
        </Link>
      </div>
      {isVoid && (
        <Notice tone="warn" title={<Trans>This recorded gift is cancelled</Trans>}>
          <Trans>It counts in no sum. Its receipt says why.</Trans>
        </Notice>
      )}
      <Changing>
        {!isVoid && (
          <>
            <Card level={3} title={<Trans>Change it</Trans>}>
              <ChangeRecordedForm {...{ to, gift, version, today }} first={actionData} />
            </Card>
            <Card
              level={3}
              title={<Trans>Cancel it</Trans>}
              text={<Trans>It stays in the list, and no sum counts it.</Trans>}
            >
              <VoidForm to={to} />
            </Card>
          </>
        )}
      </Changing>
      <Link to={`/fund-drive/${slug}/recorded`} className="inline-flex min-h-11 items-center text-link">
        <Trans>All recorded gifts</Trans>
      </Link>
    </div>
  )
}

/** Returns a recorded gift as the initial values of the form that changes it. */
function shownIn(row: RecordedRow & { version: number; receipt: string }) {
  const { amount, name, givenOn, method, code, note, anonymous, phone, version, receipt } = row
  const typed = moneyText(amount).replace(/[^\d.,]/g, '')
  const gift: First = { amount: typed, name, givenOn, method, code, note, anonymous, phone }
  return { gift, version, receipt }
}
