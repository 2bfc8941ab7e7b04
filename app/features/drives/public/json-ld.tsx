import { useLingui } from '@lingui/react'
import type { ShownDrive } from '../drive.server.ts'
import { capitalised } from '../drive.ts'

type JsonLdProps = { drive: ShownDrive; link: string; picture: string; text: string }

/** The page in the words of schema.org. It is data: no browser runs it. */
export function JsonLd({ drive, link, picture, text }: JsonLdProps) {
  const { i18n } = useLingui()
  const page = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': link,
    url: link,
    name: capitalised(drive.title),
    description: text,
    inLanguage: i18n.locale,
    datePublished: drive.publishedAt.toISOString(),
    primaryImageOfPage: { '@type': 'ImageObject', url: picture, width: 1200, height: 630 },
    author: { '@type': 'Person', name: drive.ownerName },
    contentLocation: { '@type': 'Place', name: drive.location },
    isPartOf: { '@type': 'WebSite', name: 'Harambee', url: `${new URL(link).origin}/` },
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInScript(page) }} />
}

// What search engines are told of a drive.

/** JSON that may stand inside a script element: nothing in it ends that element, or begins another. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
