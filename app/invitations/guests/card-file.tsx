import { Trans } from '@lingui/react/macro'
import { guestPath } from './invitation.ts'

/** The guest's card as a picture, to keep or to show. Phones keep it among their photos. */
export const CardFile = ({ link }: { link: string }) => (
  <p>
    <a href={`${guestPath(link)}/card.jpg`} download className="inline-flex min-h-11 items-center text-link underline">
      <Trans>Save the card as a picture</Trans>
    </a>
  </p>
)

/** The tags from which chats show an invitation's link: never a guest's name. */
export function CardPreview({ title, text, picture }: { title: string; text: string; picture: string }) {
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
