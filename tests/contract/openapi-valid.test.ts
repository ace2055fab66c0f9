import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument } from '#server/openapi/document.ts'

const contract = openApiDocument()

test('is valid OpenAPI 3.1, by the published schema', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(contract) as never)
  expect(errors).toBeUndefined()
  expect([valid, validator.version]).toEqual([true, '3.1'])
  const broken = structuredClone(contract) as unknown as { info: { title?: string } }
  delete broken.info.title
  expect((await new Validator().validate(broken as never)).valid).toBe(false)
})
