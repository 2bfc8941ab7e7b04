import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Qr, qrOf } from '#app/base/pictures/qr.server.ts'
import { type PosterWords, posterWords } from '#app/drives/drive/campaign/poster.server.ts'
import { qrPath } from '#app/drives/drive/campaign/qr.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { brand } from '#app/kit/brand.ts'
import type { PictureFile as PictureShown } from '#app/kit/picture.ts'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { BrandMark } from '#app/site/brand.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { PrintBar } from '#app/ui/print-bar.tsx'
import { WovenFrame } from '#app/ui/woven.tsx'
import type { Route } from './+types/poster.ts'
import { DriveTitle, driveContext } from './context.tsx'
import '#app/ui/paper.css'
import '#app/drives/drive/campaign/poster.css'

/** A sheet of paper has no menus around it. */
export const handle = { alone: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title, slogan, picture, collects, goal, shortName } = context.get(driveContext)
  const link = linkOfDrive({ slug, shortName }, namedOrigin(context.get(askedContext)))
  return {
    slug,
    title,
    slogan,
    link,
    picture,
    words: posterWords({ collects, goal, paybill: collects ? await paybillOf(db, id) : null }),
    qr: qrOf(`${link}?via=poster`, { onPaper: true }),
  }
}

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Poster`} />
      <Poster {...loaderData} logo={<BrandMark />} />
    </>
  )
}

type PosterProps = {
  title: string
  slogan: string
  slug: string
  link: string
  qr: Qr
  picture: PictureShown | null
  words: PosterWords[]
  /** Our mark. */
  logo: ReactNode
}

/** A sheet of A4 for the notice board: the cloth of the drive around its photo, its goal and the way to give, in each language. */
function Poster({ title, slogan, slug, link, qr, picture, words, logo }: PosterProps) {
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
          <h1 dir="auto" className={`poster-title ${size}`}>
            {title}
          </h1>
          <p dir="auto" className="poster-slogan">
            {slogan}
          </p>
          {picture && (
            <Picture
              picture={picture}
              alt=""
              sizes="210mm"
              first
              className="poster-photo"
              fit="size-full object-cover"
            />
          )}
          <Both words={words} say={({ goal }) => goal} className="poster-goal" />
          <Both words={words} say={({ how }) => how} className="poster-give" />
          <svg
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            role="img"
            aria-label={t`Fundraiser QR Code`}
            shapeRendering="crispEdges"
            className="poster-code"
          >
            <path d={qrPath(qr)} />
          </svg>
          <Both words={words} say={({ scan }) => scan} className="poster-how" />
          <p className="poster-link">{link.replace(/^https?:\/\//, '')}</p>
          <Both words={words} say={({ pay }) => pay} className="poster-give" />
          <p className="poster-logo">
            {logo}
            {brand()}
          </p>
        </div>
      </article>
    </main>
  )
}

type BothProps = { words: PosterWords[]; say: (words: PosterWords) => string | null; className: string }

/** Shows the same words in each language, one line below the other. */
function Both({ words, say, className }: BothProps) {
  const lines = words.flatMap((one) => {
    const line = say(one)
    return line ? [{ language: one.language, line }] : []
  })
  if (lines.length === 0) return null
  return (
    <div className={className}>
      {lines.map(({ language, line }) => (
        <p key={language} lang={language}>
          {line}
        </p>
      ))}
    </div>
  )
}
