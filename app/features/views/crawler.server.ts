import { isbot } from 'isbot'

// A program that a person points at our address on purpose is no crawler: what it asks to be counted is counted.
const tools = /^(curl|wget|httpie|python|node|undici|axios|got|deno|bun|go-http-client|okhttp|java|php|ruby|postman)/i

/** True for search engines, and for what fetches the preview of a shared link. */
export function isCrawler(userAgent: string): boolean {
  // A browser without a window runs the page like any other.
  return !tools.test(userAgent) && isbot(userAgent.replace(/headless/gi, ''))
}
