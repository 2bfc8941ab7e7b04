import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FirstStepsCard } from '#app/drives/drive/campaign/first-steps.tsx'
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
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/part.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/home.ts'
import { driveContext, helpsContext, readOnlyContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

const newestShown = 6

export async function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  const { id, slug, title, donors, ownerId, collects, total, goal, status } = drive
  const [given, gifts, steps, paybill] = await Promise.all([
    part(context, giftsByDay(db, id)),
    // Administrators read people's names only on pages where each access is recorded.
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

/** Praise, and the two ways on: a higher goal, or an end with thanks, which is asked about first. */
function GoalReached({ slug, donors }: { slug: string; donors: number }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Card
      title={<Trans>You reached your goal!</Trans>}
      text={
        <Plural
          value={donors}
          one="Hongera! # person got you here. You can raise the goal, or close with thanks."
          other="Hongera! # people got you here. You can raise the goal, or close with thanks."
        />
      }
      className="border-gain bg-gain-soft"
    >
      <Changing>
        <div className="flex flex-wrap items-start gap-3">
          <LinkButton to={`/fund-drive/${slug}/info`}>
            <Trans>Raise the goal</Trans>
          </LinkButton>
          <details className="group/close">
            <summary className={`${buttonClass({ variant: 'secondary' })} cursor-pointer list-none`}>
              <Trans>Close with thanks</Trans>
            </summary>
            <Form method="post" action={`/fund-drive/${slug}/settings/status`} className="mt-3 grid max-w-md gap-3">
              <input type="hidden" name="status" value="completed" />
              <p>
                <Trans>Your page stays readable and says that it has ended. It takes no more gifts. Close it?</Trans>
              </p>
              <Button busy={busy} busyText={t`Closing...`} className="justify-self-start">
                {t`Yes, close it`}
              </Button>
            </Form>
          </details>
        </div>
      </Changing>
    </Card>
  )
}
