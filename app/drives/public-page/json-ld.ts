import { brand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'

// The data on a drive for search engines. Made on the server: no browser needs the code.

type Told = {
  drive: { title: string; slogan: string; publishedAt: Date; ownerName: string; location: string }
  link: string
  picture: string
  text: string
  language: Language
}

/** The page in the words of schema.org. It is data: no browser runs it. */
export const jsonLdOf = ({ drive, link, picture, text, language }: Told): string =>
  jsonInScript({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': link,
    url: link,
    name: drive.title,
    description: text || drive.slogan,
    inLanguage: language,
    datePublished: drive.publishedAt.toISOString(),
    primaryImageOfPage: { '@type': 'ImageObject', url: picture, width: 1200, height: 630 },
    author: { '@type': 'Person', name: drive.ownerName },
    contentLocation: { '@type': 'Place', name: drive.location },
    isPartOf: { '@type': 'WebSite', name: brand(), url: `${new URL(link).origin}/` },
  })

/** Serializes JSON for a script element: nothing in it ends that element, or begins another. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
