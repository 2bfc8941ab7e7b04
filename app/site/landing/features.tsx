import { Trans } from '@lingui/react/macro'
import {
  ChartColumn,
  CheckCheck,
  Globe,
  type LucideIcon,
  MessageCircleHeart,
  Share2,
  ShieldCheck,
  Smartphone,
  Users,
  Wallet,
} from 'lucide-react'
import { useLoaderData } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { WovenPattern } from '#app/ui/woven.tsx'
import { LandingFigure } from './figure.tsx'

export function Features() {
  return (
    <section id="features" className="features-ground">
      <div className="column py-20 sm:py-28">
        <div className="max-w-2xl">
          <h2 className="text-4xl sm:text-5xl">
            <Trans>Made for the way we give</Trans>
          </h2>
          <p className="mt-4 text-lg text-muted">
            <Trans>Small gifts, by phone, from many people, all in the open.</Trans>
          </p>
        </div>
        <div className="features">
          <Feature icon={Smartphone} title={<Trans>Mobile money donations</Trans>} sketch={<ReceiptSketch />} big>
            <Trans>
              Your people give from the phone in their hand: M-Pesa, other mobile money or a card. No account needed,
              and every gift gets a receipt.
            </Trans>
          </Feature>
          <Feature icon={Share2} title={<Trans>Easy sharing</Trans>} sketch={<ChatSketch />} tall>
            <Trans>
              One link for WhatsApp, Facebook, X and Instagram. One QR code for the notice board. It opens fast even
              where the network is weak.
            </Trans>
          </Feature>
          <Feature icon={ShieldCheck} title={<Trans>Enhanced security</Trans>}>
            <Trans>
              Your card number and your PIN stay with the payment provider. Your account can ask for a second step at
              sign-in.
            </Trans>
          </Feature>
          <Feature icon={Wallet} title={<Trans>Flexible withdrawals</Trans>}>
            <Trans>
              To your bank or your phone, from KES 100 upwards. You see the fee and what you will get before you ask.
            </Trans>
          </Feature>
          <Feature icon={ChartColumn} title={<Trans>Real-time analytics</Trans>} sketch={<VisitsSketch />} big>
            <Trans>
              Every visit and every gift, the moment it happens: who came by, on what device, and what they gave.
            </Trans>
          </Feature>
          <Feature icon={Globe} title={<Trans>Global reach</Trans>}>
            <Trans>
              The aunt in Nakuru, the brother in Doha, the old schoolmate in London: one page for all of them.
            </Trans>
          </Feature>
          <Support />
          <Feature icon={Users} title={<Trans>Community driven</Trans>} sketch={<VoicesSketch />} big>
            <Trans>
              People bring more than money. They leave a kind word, and they can book a visit to come in person.
            </Trans>
          </Feature>
        </div>
      </div>
    </section>
  )
}

/** How people get help: with a person at any time only where the operator says so. */
function Support() {
  const { support } = useLoaderData<{ support: boolean }>()
  if (support)
    return (
      <Feature icon={MessageCircleHeart} title={<Trans>24/7 support</Trans>}>
        <Trans>Bills don’t wait for office hours. Write to us at any time of day or night and a person answers.</Trans>
      </Feature>
    )
  return (
    <Feature icon={MessageCircleHeart} title={<Trans>Help at hand</Trans>}>
      <Trans>
        The Help page answers many questions. If yours is not there, you can write to us from the same page.
      </Trans>
    </Feature>
  )
}

type FeatureProps = {
  icon: LucideIcon
  title: React.ReactNode
  children: React.ReactNode
  /** A small picture of the product itself. */
  sketch?: React.ReactNode
  big?: boolean
  tall?: boolean
}

function Feature({ icon: Icon, title, children, sketch, big, tall }: FeatureProps) {
  return (
    <article className={`feature ${big ? 'feature-big' : ''} ${tall ? 'feature-tall' : ''}`}>
      <div>
        <Icon aria-hidden size={26} strokeWidth={1.75} className="text-accent" />
        <h3 className="mt-4 text-xl">{title}</h3>
        <p className="mt-2 text-muted">{children}</p>
      </div>
      {sketch}
    </article>
  )
}

// Small pictures of the product for its features. Decoration: the words beside them say the same.

/** The message on a giver's phone. */
function ReceiptSketch() {
  return (
    <div aria-hidden className="sketch flex flex-col justify-center gap-2 text-sm">
      <p className="sketch-bubble self-start rounded-bl-none bg-card">
        <Trans>
          <b>Confirmed.</b> KES 1,000 sent to <b>Heal Mama Achieng</b>.
        </Trans>
      </p>
      <p className="sketch-bubble self-end rounded-br-none bg-brand text-brand-ink">
        <Trans>Asante sana! We’ve emailed your receipt.</Trans>
      </p>
    </div>
  )
}

/** The link in a family group, with its preview. */
function ChatSketch() {
  return (
    <div aria-hidden className="sketch text-sm">
      <div className="sketch-bubble rounded-tr-none bg-card p-0">
        <div className="h-20 overflow-hidden rounded-t-[inherit]">
          <WovenPattern slug="tumaini" scale={1.2} />
        </div>
        <div className="px-3 pt-2 pb-3">
          <p className="font-semibold leading-snug">
            <Trans>A desk for every child</Trans>
          </p>
          <div className="my-2 h-1.5 rounded-badge bg-well">
            <div className="h-full w-[82%] rounded-badge bg-brand" />
          </div>
          <p className="text-brand text-xs">{`${brand().toLowerCase().replaceAll(' ', '')}/fundraiser/desks`}</p>
          <p className="mt-2">
            <Trans>Family, this is Tito’s school. Even 200 bob helps.</Trans>
          </p>
          <p className="mt-1 flex items-center justify-end gap-1 text-muted text-xs">
            19:42 <CheckCheck size={14} />
          </p>
        </div>
      </div>
    </div>
  )
}

const visits = [18, 26, 22, 40, 34, 58, 47, 70, 62, 88, 76, 100]

/** A fortnight of visits. */
function VisitsSketch() {
  return (
    <div aria-hidden className="sketch">
      <p className="text-muted text-sm">
        <Trans>Example: visits today</Trans>
      </p>
      <p className="figures font-display font-bold text-3xl">1,284</p>
      <svg viewBox="0 0 240 84" className="mt-3 w-full" aria-hidden="true">
        {visits.map((height, at) => (
          <rect
            key={height}
            x={at * 20 + 2}
            y={84 - height * 0.84}
            width="14"
            height={height * 0.84}
            rx="3"
            fill={at === visits.length - 1 ? 'var(--accent)' : 'var(--brand)'}
            opacity={at === visits.length - 1 ? 1 : 0.35 + at * 0.04}
          />
        ))}
      </svg>
    </div>
  )
}

/** Kind words, and the faces behind them. */
function VoicesSketch() {
  return (
    <div aria-hidden className="sketch flex flex-col justify-end pb-0 text-sm">
      <p className="sketch-bubble mx-auto rounded-bl-none bg-card">
        <Trans>We are with you, Mama. Tito and I will come on Saturday.</Trans>
      </p>
      <svg viewBox="0 8 260 112" className="mt-3 w-full" aria-hidden="true">
        <LandingFigure look={{ skin: '#7d4f33', cloth: '#2b4470', trim: '#e5b53f', wear: 'braids' }} x={4} y={14} />
        <LandingFigure look={{ skin: '#4b2b1c', cloth: '#1f4d38', trim: '#e5b53f', wear: 'short' }} x={142} y={12} />
        <LandingFigure
          look={{ skin: '#6b4029', cloth: '#c9754b', trim: '#f3e6c8', wear: 'wrap', wearIn: '#9c4128' }}
          x={72}
          y={6}
          size={1.08}
        />
      </svg>
    </div>
  )
}

/** Three steps on one thread. */
export function LandingSteps() {
  return (
    <section id="steps" className="dusk">
      <div className="column pt-20 pb-24 sm:pt-28 sm:pb-32">
        <h2 className="max-w-[16ch] text-4xl sm:text-5xl">
          <Trans>From need to help in three steps</Trans>
        </h2>
        <div className="steps">
          <Thread />
          <ol className="contents">
            <li className="step">
              <span aria-hidden className="step-number">
                1
              </span>
              <h3 className="text-2xl">
                <Trans>Create a fundraiser</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>Say what you need and for whom, set a goal, add a picture. It takes about 2 minutes.</Trans>
              </p>
            </li>
            <li className="step">
              <span aria-hidden className="step-number">
                2
              </span>
              <h3 className="text-2xl">
                <Trans>Share with your network</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>Send the link to the family group, the chama, the choir. Ask each of them to pass it on.</Trans>
              </p>
            </li>
            <li className="step">
              <span aria-hidden className="step-number">
                3
              </span>
              <h3 className="text-2xl">
                <Trans>Receive donations</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>
                  Watch the bar fill while you thank people. Withdraw to your phone or bank when you need it.
                </Trans>
              </p>
            </li>
          </ol>
        </div>
      </div>
    </section>
  )
}

/** The thread from one step to the next: across on desktops, down on phones. */
function Thread() {
  return (
    <svg viewBox="0 0 1000 220" preserveAspectRatio="none" className="steps-thread" aria-hidden="true" fill="none">
      <path
        d="M-300 40C-60 40 0 36 50 36s170 0 250 40 60 36 110 36 190-4 260 36 50 40 100 40 240 10 600-60"
        stroke="var(--dusk-thread)"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="14 7"
      />
    </svg>
  )
}
