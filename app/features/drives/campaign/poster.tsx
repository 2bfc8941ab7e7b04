import { Trans, useLingui } from '@lingui/react/macro'
import { PrintBar } from '#app/ui/print-bar.tsx'
import { WovenFrame } from '#app/ui/woven.tsx'
import { capitalised } from '../drive.ts'
import { type Qr, qrPath } from './qr.ts'
import '#app/ui/paper.css'
import './poster.css'

type PosterProps = { title: string; slogan: string; slug: string; link: string; qr: Qr }

/** A sheet of A4 for the notice board: the cloth of the drive around its name and the way to it. */
export function Poster({ title, slogan, slug, link, qr }: PosterProps) {
  const { t } = useLingui()
  const size = title.length > 60 ? 'poster-title-long' : title.length > 28 ? 'poster-title-middle' : ''
  return (
    <main id="main" tabIndex={-1} className="paper poster-page">
      <div className="no-print paper-bar">
        <PrintBar to={`/fund-drive/${slug}/home`} back={<Trans>Back to the fund drive</Trans>} />
      </div>
      <article className="paper-sheet poster-sheet" aria-label={t`Poster`}>
        <WovenFrame slug={slug} width={210} height={297} className="poster-frame" />
        <div className="poster-inside">
          <h1 className={`poster-title ${size}`}>{capitalised(title)}</h1>
          <p className="poster-slogan">{slogan}</p>
          <svg
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            role="img"
            aria-label={t`Fundraiser QR Code`}
            shapeRendering="crispEdges"
            className="poster-code"
          >
            <path d={qrPath(qr)} />
          </svg>
          <p className="poster-how">
            <Trans>Point your phone’s camera here, or open</Trans>
          </p>
          <p className="poster-link">{link.replace(/^https?:\/\//, '')}</p>
        </div>
      </article>
    </main>
  )
}
