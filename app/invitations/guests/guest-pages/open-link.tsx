import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SendLink } from '#app/ui/send-link.tsx'

type OpenLinkCardProps = {
  slug: string
  title: string
  link: string
  /** The address of the link's QR code, a picture. */
  qr: string
  /** The address of the card's picture, with nobody's name on it. */
  picture: string | null
}

/** The link with which anybody may answer, and all the ways to share it. */
export function OpenLinkCard({ slug, title, link, qr, picture }: OpenLinkCardProps) {
  const { t } = useLingui()
  const file = buttonClass({ variant: 'secondary', size: 'small' })
  return (
    <Card
      title={<Trans>Share the invitation</Trans>}
      text={<Trans>Anybody who has this link can open the card and answer, also without being on your list.</Trans>}
      className="grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6"
    >
      <div className="grid content-start gap-3 *:min-w-0">
        <SendLink
          link={link}
          label={t`Link to share`}
          text={t`${title}. See the card and answer here: ${link}`}
          copy={<Trans>Copy a link to share</Trans>}
        />
        <p className="flex flex-wrap gap-3">
          {picture && (
            <a href={picture} download={`${slug}-card.jpg`} className={file}>
              <Download aria-hidden="true" className="size-4" />
              <Trans>Download the card</Trans>
            </a>
          )}
          <a href={qr} download={`${slug}-qr.png`} className={file}>
            <Download aria-hidden="true" className="size-4" />
            <Trans>Download QR Code</Trans>
          </a>
        </p>
      </div>
      <img
        src={qr}
        alt={t`The link as a QR code`}
        width={296}
        height={296}
        className="mt-4 size-40 justify-self-center rounded-control border border-line sm:row-span-2 sm:row-start-1 sm:mt-0 sm:[grid-column:2]"
      />
    </Card>
  )
}

/** False for occasions that are over or cancelled: their link is not shared. */
export const isToShare = ({ shared, standing }: Pick<OccasionSeen, 'shared' | 'standing'>): boolean =>
  shared && standing !== 'cancelled' && standing !== 'over'

/** The buttons that share or copy the open link. The page's small script shows them if the browser supports it. */
export function ShareOpen({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" hidden data-share={address} className={buttonClass({ variant: 'secondary' })}>
        <Trans>Share the invitation</Trans>
      </button>
      <button
        type="button"
        hidden
        data-share={address}
        data-copied={t`Copied`}
        className={buttonClass({ variant: 'secondary' })}
      >
        <Trans>Copy a link to share</Trans>
      </button>
    </div>
  )
}
