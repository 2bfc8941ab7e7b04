import { Trans } from '@lingui/react/macro'
import {
  ChartColumn,
  Globe,
  type LucideIcon,
  MessageCircleHeart,
  Share2,
  ShieldCheck,
  Smartphone,
  Users,
  Wallet,
} from 'lucide-react'
import { ChatSketch, ReceiptSketch, VisitsSketch, VoicesSketch } from './sketches.tsx'

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
              Card and phone details stay with the payment provider. Your account can ask for a second step at sign-in.
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
          <Feature icon={MessageCircleHeart} title={<Trans>24/7 support</Trans>}>
            <Trans>
              Bills don’t wait for office hours. Write to us at any time of day or night and a person answers.
            </Trans>
          </Feature>
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

type FeatureProps = {
  icon: LucideIcon
  title: React.ReactNode
  children: React.ReactNode
  /** Drawn from the product itself. */
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
