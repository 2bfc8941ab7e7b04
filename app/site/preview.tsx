import { brand } from '#app/kit/brand.ts'

type PreviewProps = {
  address: string
  picture: string
  title: string
  text: string /** The picture in words. */
  alt?: string
}

/** The metadata that search engines and chats show of a page. React moves these tags to the document's head. */
export function Preview({ address, picture, title, text, alt = title }: PreviewProps) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={text} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand()} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={text} />
      <meta name="twitter:image" content={picture} />
    </>
  )
}
