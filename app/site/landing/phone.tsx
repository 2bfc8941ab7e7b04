import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Heart } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { initials } from '#app/ui/initials.ts'
import { WovenPattern } from '#app/ui/woven.tsx'
import { LandingFigure } from './figure.tsx'

const achieng = { skin: '#6b4029', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#e5b53f' } as const

/** The example drive's figures at this moment. Amounts in cents. */
export type Example = {
  slug: string
  title: string
  raised: number
  goal: number
  donors: number
  percent: number
  days: number | null
  gifts: { id: number; name: string | null; amount: number }[]
}

/** The example drive on a phone, with its true figures and its last gifts. Links to the drive. */
export function LandingPhone() {
  const { example } = useLoaderData<{ example: Example | null }>()
  return (
    <div className="phone-scene">
      <div className="phone">
        <div className="phone-screen">
          <Portrait />
          <div className="px-[1.1em] pt-[0.9em] pb-[1.2em]">{example ? <True example={example} /> : <Woven />}</div>
        </div>
      </div>
      {example?.gifts.map((gift, at) => (
        <Gift key={gift.id} className={`gift-${at + 1}`} gift={gift} />
      ))}
    </div>
  )
}

function True({ example: { slug, title, raised, goal, donors, percent, days } }: { example: Example }) {
  return (
    <>
      <p className="line-clamp-2 font-bold font-display text-[1.5em] leading-tight" dir="auto">
        {title}
      </p>
      <p className="mt-[0.9em] flex items-baseline gap-[0.4em]">
        <b className="figures font-display text-[1.55em]">{moneyText(raised)}</b>
      </p>
      <p className="text-[0.86em] text-muted">
        <Trans>raised of {moneyText(goal)}</Trans>
      </p>
      <div className="mt-[0.7em] h-[0.65em] overflow-hidden rounded-badge bg-well">
        <div className="h-full rounded-badge bg-brand" style={{ width: `${Math.min(percent, 100)}%` }} />
      </div>
      <p className="mt-[0.7em] flex justify-between text-[0.86em] text-muted">
        <span>
          <Plural value={donors} one="# donor" other="# donors" />
        </span>
        {days !== null && days > 0 && (
          <span>
            <Plural value={days} one="# day left" other="# days left" />
          </span>
        )}
      </p>
      <a
        href={`/fundraiser/${slug}`}
        className="mt-[1.1em] flex min-h-11 items-center justify-center gap-[0.5em] rounded-control bg-brand py-[0.75em] font-semibold text-brand-ink hover:brightness-110"
      >
        <Heart aria-hidden className="size-[1.1em]" />
        <Trans>See this fundraiser</Trans>
      </a>
    </>
  )
}

/** Without an example drive, the phone shows no invented figures. */
function Woven() {
  return (
    <p className="py-[1.5em] text-center font-bold font-display text-[1.5em] leading-tight">
      <Trans>Your fundraiser, on every phone</Trans>
    </p>
  )
}

function Portrait() {
  return (
    <div className="relative h-[14.5em] overflow-hidden">
      <WovenPattern slug="harambee" scale={0.9} className="absolute inset-0 opacity-90" />
      <svg
        viewBox="0 0 200 156"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <circle cx="106" cy="74" r="66" fill="#f3d98f" />
        <circle cx="106" cy="74" r="54" fill="#f7e6b8" />
        <LandingFigure look={achieng} x={30} y={8} size={1.28} />
      </svg>
      <span className="absolute bottom-[0.7em] left-[0.7em] inline-flex items-center gap-[0.35em] rounded-badge bg-card px-[0.7em] py-[0.25em] font-semibold text-[0.8em] text-brand">
        <BadgeCheck aria-hidden className="size-[1.2em]" />
        <Trans>Verified Fundraiser</Trans>
      </span>
    </div>
  )
}

function Gift({ className, gift: { name, amount } }: { className: string; gift: Example['gifts'][number] }) {
  const { t } = useLingui()
  return (
    <div className={`gift ${className}`}>
      <span aria-hidden className="gift-face">
        {name ? initials(name) : '♥'}
      </span>
      <span>
        <b className="figures block leading-tight">{moneyText(amount)}</b>
        <span className="block max-w-[11em] truncate text-[0.82em] text-muted leading-snug" dir="auto">
          {name ?? t`Anonymous`}
        </span>
      </span>
    </div>
  )
}
