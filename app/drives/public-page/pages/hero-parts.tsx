import { HeroCarousel } from '#app/drives/gallery/hero-carousel.tsx'
import { ProgressCard, progressBox } from '#app/drives/public-page/progress-card.tsx'
import { DonateButton, type Give } from '#app/money/payments/donate-button.tsx'
import type { OpenPage } from './shown.server.ts'

type StandingProps = { page: OpenPage; figures: OpenPage['figures']; give: Give | undefined }

/** How far it is, and the way to give. */
export function HeroStanding({ page: { drive, today }, figures, give }: StandingProps) {
  const { slug, goal, endDate } = drive
  const { raised, recorded, pledged, donors } = figures
  const box = `${progressBox} lg:m-0 lg:rounded-none lg:border-0 lg:p-0`
  return (
    <ProgressCard {...{ slug, raised, recorded, pledged, donors, goal, endDate, today }} className={box}>
      {give && <DonateButton {...give} />}
    </ProgressCard>
  )
}

/**
 * The width of the hero. Phones with three dots to a pixel are told less than the truth: they take the copy of 640,
 * which weighs a third of the one of 1280 and looks as sharp on so small a screen.
 */
const heroSizes = [
  '(min-width: 64rem) 42rem',
  '(max-width: 30rem) and (min-resolution: 2.5dppx) 50vw',
  '(max-width: 30rem) and (min-resolution: 1.5dppx) 80vw',
  '100vw',
].join(', ')

export function HeroPictures({ page: { drive, gallery }, title }: { page: OpenPage; title: string }) {
  return (
    <HeroCarousel
      slug={drive.slug}
      title={title}
      picture={drive.picture}
      images={gallery.images}
      sizes={heroSizes}
      className="max-lg:rounded-none max-lg:[&_section>div:first-child]:rounded-none"
    />
  )
}
