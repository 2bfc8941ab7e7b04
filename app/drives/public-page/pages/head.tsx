import { useLingui } from '@lingui/react/macro'
import { Preview } from '#app/site/preview.tsx'
import type { OpenPage } from './shown.server.ts'

/** Shows the head for search engines, chats and networks. None of them gets what only the owner can see. */
export function PublicHead({ page: { drive, because, link, preview, jsonLd } }: { page: OpenPage }) {
  const { t, i18n } = useLingui()
  const title = drive.title
  if (because)
    return (
      <>
        <title>{`${title} · Harambee`}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  const text = preview.text || drive.slogan
  const alt = t`${title}, with how much has been raised`
  return (
    <>
      <Preview address={link} picture={preview.picture} title={`${title} · Harambee`} text={text} alt={alt} />
      <meta property="og:locale" content={i18n.locale === 'sw' ? 'sw_KE' : 'en_KE'} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
    </>
  )
}
