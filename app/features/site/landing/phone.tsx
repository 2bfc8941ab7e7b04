import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Heart } from 'lucide-react'
import { WovenPattern } from '#app/ui/woven.tsx'
import { Figure } from './figure.tsx'

const achieng = { skin: '#6b4029', cloth: '#9c4128', trim: '#e5b53f', wear: 'wrap', wearIn: '#e5b53f' } as const

/** A fundraiser on somebody's phone while gifts come in: drawn, so that it is sharp, light and speaks every language. */
export function Phone() {
  const { t } = useLingui()
  return (
    <div
      role="img"
      aria-label={t`A fundraiser on a phone: Heal Mama Achieng has raised 69 percent of its goal, and gifts by M-Pesa are arriving.`}
      className="phone-scene"
    >
      <div className="phone">
        <div className="phone-screen">
          <Portrait />
          <div className="px-[1.1em] pt-[0.9em] pb-[1.2em]">
            <p className="font-display font-bold text-[1.5em] leading-tight">
              <Trans>Heal Mama Achieng</Trans>
            </p>
            <p className="mt-[0.9em] flex items-baseline gap-[0.4em]">
              <b className="figures font-display text-[1.55em]">KES 414,800</b>
            </p>
            <p className="text-[0.86em] text-muted">
              <Trans>raised of KES 600,000</Trans>
            </p>
            <div className="mt-[0.7em] h-[0.65em] overflow-hidden rounded-badge bg-well">
              <div className="phone-bar h-full rounded-badge bg-brand" />
            </div>
            <p className="mt-[0.7em] flex justify-between text-[0.86em] text-muted">
              <span>
                <Trans>187 donors</Trans>
              </span>
              <span>
                <Trans>12 days left</Trans>
              </span>
            </p>
            <p className="mt-[1.1em] flex items-center justify-center gap-[0.5em] rounded-control bg-brand py-[0.75em] font-semibold text-brand-ink">
              <Heart aria-hidden className="size-[1.1em]" />
              <Trans>Donate</Trans>
            </p>
          </div>
        </div>
      </div>
      <Gift className="gift-1" initials="WK" from="Wanjiru K." amount="KES 500" />
      <Gift className="gift-2" initials="BO" from="Baba Otieno" amount="KES 2,500" />
      <Gift className="gift-3" initials="SM" from="St. Monica Choir" amount="KES 11,000" />
    </div>
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
        <Figure look={achieng} x={30} y={8} size={1.28} />
      </svg>
      <span className="absolute bottom-[0.7em] left-[0.7em] inline-flex items-center gap-[0.35em] rounded-badge bg-card px-[0.7em] py-[0.25em] font-semibold text-[0.8em] text-brand">
        <BadgeCheck aria-hidden className="size-[1.2em]" />
        <Trans>Verified Fundraiser</Trans>
      </span>
    </div>
  )
}

function Gift(props: { className: string; initials: string; from: string; amount: string }) {
  return (
    <div className={`gift ${props.className}`}>
      <span className="gift-face">{props.initials}</span>
      <span>
        <b className="figures block leading-tight">{props.amount}</b>
        <span className="block text-[0.82em] text-muted leading-snug">
          {props.from} · <Trans>by M-Pesa</Trans>
        </span>
      </span>
    </div>
  )
}
