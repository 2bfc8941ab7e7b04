import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Download, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Qr, qrOf } from '#app/base/pictures/qr.server.ts'
import { firstStepsOf } from '#app/drives/drive/create.server.ts'
import { linkOfDrive, type Paybill } from '#app/drives/drive/share.ts'
import { type FirstSteps, sharesWanted, stepsAreOpen, stepsOfDrive } from '#app/drives/drive/steps.ts'
import { donationTexts, type PublicDonation, recordedBy } from '#app/money/donations/donation.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { giftsByDay } from '#app/money/donations/gifts-by-day.server.ts'
import { GiftsChart } from '#app/money/donations/gifts-chart.tsx'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Route } from './+types/home.ts'
import { DriveTitle, driveContext, helpsContext, readOnlyContext } from './context.tsx'
import '#app/drives/drive/campaign/campaign.css'
import { fileNameOf, qrPixels, qrWidth } from '#app/drives/drive/campaign/qr.ts'
import { PaybillLine } from '#app/drives/drive/share-parts.tsx'
import { moneyText } from '#app/kit/money.ts'
import { Arrivals } from '#app/money/donations/arrivals.tsx'
import { GiverFace } from '#app/money/donations/recent-gifts.tsx'
import { Ago, useNow } from '#app/ui/age.tsx'
import { cx } from '#app/ui/cx.ts'

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

/** Lists a new drive's missing first steps with links. The owner can hide the list; it goes when all is done. */
function FirstStepsCard({ slug, steps }: { slug: string; steps: FirstSteps }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { story, picture, shared, method } = stepsOfDrive(steps)
  const done = [story, picture, shared, method].filter(Boolean).length
  const base = `/fund-drive/${slug}`
  return (
    <Card
      title={<Trans>Your first week</Trans>}
      text={<Plural value={done} one="# of 4 steps done" other="# of 4 steps done" />}
      action={
        <Changing>
          <Form method="post" action={`${base}/home/steps`} preventScrollReset>
            <Button variant="ghost" size="small" busy={busy} busyText={t`Hiding...`}>{t`Hide this list`}</Button>
          </Form>
        </Changing>
      }
    >
      <ul className="grid gap-1 sm:grid-cols-2">
        <Step done={story} to={`${base}/description?edit`}>
          <Trans>Write your story</Trans>
        </Step>
        <Step done={picture} to={`${base}/info#picture`}>
          <Trans>Add a picture</Trans>
        </Step>
        <Step done={shared} to={`${base}/home#share`}>
          <Plural
            value={Math.min(steps.shares, sharesWanted)}
            one={`Share it with ${sharesWanted} people (# so far)`}
            other={`Share it with ${sharesWanted} people (# so far)`}
          />
        </Step>
        <Step done={method} to={`${base}/payouts`}>
          <Trans>Add a way to receive money with your first withdrawal</Trans>
        </Step>
      </ul>
    </Card>
  )
}

function Step({ done, to, children }: { done: boolean; to: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span
        aria-hidden="true"
        className={`grid size-6 shrink-0 place-items-center rounded-badge border ${done ? 'border-gain bg-gain-soft text-gain' : 'border-edge'}`}
      >
        {done && <Check className="size-4" />}
      </span>
      {done ? (
        <span className="text-muted">
          {children}{' '}
          <span className="sr-only">
            <Trans>(done)</Trans>
          </span>
        </span>
      ) : (
        <Link to={to} className="inline-flex min-h-11 items-center text-link">
          {children}
        </Link>
      )}
    </li>
  )
}

type QrPanelProps = { title: string; slug: string; qr: Qr; paybill: Paybill | null }

const icon = { 'aria-hidden': true, className: 'size-4' } as const

/** Shows the QR code that leads from a poster to the public page, as a file and on paper. */
function QrPanel({ title, slug, qr, paybill }: QrPanelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const name = `${fileNameOf(title)}.png`
  const file = `/fund-drive/${slug}/qr.png`
  const words = <Trans>Download QR Code</Trans>
  const save = () =>
    canvas.current?.toBlob((png) => {
      if (png) saveAs(URL.createObjectURL(png), name)
    })
  return (
    <Card
      title={<Trans>QR code</Trans>}
      text={<Trans>Share your fundraiser easily with this QR code</Trans>}
      className="grid sm:grid-cols-[1fr_auto] sm:gap-x-8"
    >
      <div className="justify-self-center rounded-control border border-line qr-ground p-2 sm:row-span-2 sm:row-start-1 sm:[grid-column:2]">
        <QrCanvas qr={qr} ref={canvas} />
        <QrImage src={file} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3 self-end max-sm:justify-center">
        {paybill && <PaybillLine paybill={paybill} className="basis-full max-sm:text-center" />}
        {useHydrated() ? (
          <Button type="button" onClick={save} icon={<Download {...icon} />}>
            {words}
          </Button>
        ) : (
          <a href={file} download={name} className={buttonClass({})}>
            <Download {...icon} />
            {words}
          </a>
        )}
        <LinkButton to={`/fund-drive/${slug}/poster`} variant="secondary" icon={<Printer {...icon} />}>
          <Trans>Print a poster</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}

function QrCanvas({ qr, ref }: { qr: Qr; ref: React.RefObject<HTMLCanvasElement | null> }) {
  const { t } = useLingui()
  useEffect(() => {
    const pixels = new ImageData(qrPixels(qr), qrWidth, qrWidth)
    ref.current?.getContext('2d')?.putImageData(pixels, 0, 0)
  }, [qr, ref])
  return (
    <canvas
      ref={ref}
      width={qrWidth}
      height={qrWidth}
      role="img"
      title={t`Fundraiser QR Code`}
      aria-label={t`Fundraiser QR Code`}
      className="needs-script block size-64 max-w-full"
    />
  )
}

function QrImage({ src }: { src: string }) {
  const { t } = useLingui()
  return (
    <img
      src={src}
      width={qrWidth}
      height={qrWidth}
      loading="lazy"
      alt={t`Fundraiser QR Code`}
      className="without-script block size-64 max-w-full"
    />
  )
}

function saveAs(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

type RiverProps = {
  slug: string
  gifts: PublicDonation[]
  donors: number
  served: number
  /** Whether they may open the list of all gifts. */
  seesAll: boolean
}

/** Shows the newest gifts as they come in, each in one sentence. */
function GiftRiver({ slug, gifts, donors, served, seesAll }: RiverProps) {
  const now = useNow(served)
  // Gifts from before the page was opened are no news.
  const [first] = useState({ donors, gifts: { donations: gifts, next: null } })
  const newest = first.gifts.donations[0]?.id ?? 0
  return (
    <Card
      title={<Trans>Latest gifts</Trans>}
      action={
        gifts.length > 0 &&
        seesAll && (
          <Link to={`/fund-drive/${slug}/donations`} className="inline-flex min-h-11 items-center text-link">
            <Trans>All gifts</Trans>
          </Link>
        )
      }
    >
      {gifts.length === 0 && (
        <p className="text-muted">
          <Trans>Gifts will show up here the moment they arrive. Share your link to get the first one.</Trans>
        </p>
      )}
      <ul className="-my-2 divide-y divide-line">
        {gifts.map((gift) => (
          <Gift key={gift.id} gift={gift} now={now} isNew={gift.id > newest} />
        ))}
      </ul>
      <Arrivals before={first} now={{ donors, gifts: { donations: gifts, next: null } }} />
    </Card>
  )
}

function Gift({
  gift: { name, amount, message, at, recordedBy: by },
  now,
  isNew,
}: {
  gift: PublicDonation
  now: number
  isNew: boolean
}) {
  const { i18n } = useLingui()
  const sum = moneyText(amount)
  const below = by ? i18n._(recordedBy(by)) : message
  return (
    <li
      className={cx(
        'flex items-start gap-3 py-2.5',
        isNew && 'transition-[opacity,translate] duration-200 starting:-translate-y-3 starting:opacity-0',
      )}
    >
      <GiverFace name={name} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {name ? (
            <Trans>
              <Name text={name} /> gave <Sum text={sum} />
            </Trans>
          ) : (
            <Trans>
              Someone gave <Sum text={sum} />
            </Trans>
          )}
        </p>
        {below && (
          <p dir="auto" className="wrap-anywhere line-clamp-1 text-muted text-sm">
            {below}
          </p>
        )}
      </div>
      <span className="max-w-[45%] shrink-0 pt-0.5 text-right">
        <Ago at={at} now={now} />
      </span>
    </li>
  )
}

const Name = ({ text }: { text: string }) => (
  <span dir="auto" className="font-semibold">
    {text}
  </span>
)
const Sum = ({ text }: { text: string }) => (
  <strong className="figures whitespace-nowrap font-bold text-brand">{text}</strong>
)
