import { Trans, useLingui } from '@lingui/react/macro'
import { FirstStepsCard } from '#app/drives/drive/campaign/first-steps.tsx'
import { GoalReached } from '#app/drives/drive/campaign/goal-reached.tsx'
import { qrOf } from '#app/drives/drive/campaign/qr.server.ts'
import { QrPanel } from '#app/drives/drive/campaign/qr-panel.tsx'
import { firstStepsOf } from '#app/drives/drive/first-steps.server.ts'
import { stepsAreOpen } from '#app/drives/drive/first-steps.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { donationTexts } from '#app/money/donations/donation.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { GiftRiver } from '#app/money/donations/gift-river.tsx'
import { giftsByDay } from '#app/money/donations/gifts-by-day.server.ts'
import { GiftsChart } from '#app/money/donations/gifts-chart.tsx'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/part.tsx'
import type { Route } from './+types/home.ts'
import { driveContext, helpsContext, readOnlyContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

const newestShown = 6

export async function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  const { id, slug, title, donors, ownerId, collects, total, goal, status } = drive
  const [given, gifts, steps, paybill] = await Promise.all([
    part(context, giftsByDay(db, id)),
    // What names people an administrator reads on pages where each look is recorded.
    context.get(readOnlyContext) ? null : part(context, publicDonations(db, id, { limit: newestShown })),
    context.get(helpsContext) ? null : part(context, firstStepsOf(db, { ownerId, slug })),
    collects ? part(context, paybillOf(db, id)) : null,
  ])
  const qr = qrOf(`${linkOfDrive(drive, namedOrigin(context.get(askedContext)))}?via=qr`)
  return {
    slug,
    title,
    donors,
    qr,
    paybill,
    given,
    gifts,
    steps: steps === 'failed' || (steps && status !== 'completed' && stepsAreOpen(steps)) ? steps : null,
    reached: !context.get(helpsContext) && collects && status === 'active' && total >= goal,
    seesAll: context.get(helpsContext) !== 'secretary',
    served: Date.now(),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { slug, title, donors, qr, paybill, given, gifts, steps, reached, seesAll, served } = loaderData
  const { t, i18n } = useLingui()
  const checklist = steps && <Part of={steps}>{(steps) => <FirstStepsCard slug={slug} steps={steps} />}</Part>
  return (
    <div className="grid gap-4 *:min-w-0">
      <DriveTitle page={t`Home`} />
      {reached && <GoalReached slug={slug} donors={donors} />}
      {donors === 0 && checklist}
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        {gifts && (
          <Part of={gifts} failed={i18n._(donationTexts.notLoaded)}>
            {({ donations }) => <GiftRiver {...{ slug, donors, served, seesAll }} gifts={donations} />}
          </Part>
        )}
        <Card title={<Trans>Gifts over time</Trans>}>
          <Part of={given}>{(given) => <GiftsChart {...given} />}</Part>
        </Card>
      </div>
      {donors > 0 && checklist}
      <Part of={paybill}>{(paybill) => <QrPanel {...{ title, slug, qr, paybill }} />}</Part>
    </div>
  )
}
