/** `npm run openapi`: the contract as an OpenAPI document on stdout. */
import { openApiDocument } from './openapi/document.ts'

console.log(JSON.stringify(openApiDocument(), null, 2))
