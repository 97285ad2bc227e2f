/**
 * Queries for Shopify's Admin API: the files of `graphql/`, as a module, so that compiled code needs no other files.
 * Written by `npx vitest run src/shopify/api/documents.test.ts -u`; the test fails while a file says something else.
 */
export const documents = {
  bulkOperation: `query bulkOperation($id: ID!) {
  bulkOperation(id: $id) {
    status
    errorCode
    objectCount
    url
  }
}
`,
  bulkProducts: `# Every product with its variants, as a bulk operation writes them: one line a node. Variants hold what they need of their product, since
# lines come in any order.
{
  products {
    edges {
      node {
        id
        title
        vendor
        productType
        tags
        status
        onlineStoreUrl
        updatedAt
        featuredMedia {
          preview {
            image {
              url
            }
          }
        }
        variants {
          edges {
            node {
              id
              title
              price
              compareAtPrice
              availableForSale
              position
              selectedOptions {
                name
                value
              }
              image {
                url
              }
              product {
                id
                title
                status
                onlineStoreUrl
              }
            }
          }
        }
      }
    }
  }
}
`,
  product: `# One product, with a page of its variants.
query product($id: ID!, $after: String) {
  product(id: $id) {
    id
    title
    vendor
    productType
    tags
    status
    onlineStoreUrl
    updatedAt
    featuredMedia {
      preview {
        image {
          url
        }
      }
    }
    variants(first: 100, after: $after) {
      nodes {
        id
        title
        price
        compareAtPrice
        availableForSale
        position
        selectedOptions {
          name
          value
        }
        image {
          url
        }
        product {
          id
          title
          status
          onlineStoreUrl
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  runBulkQuery: `mutation runBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query) {
    bulkOperation {
      id
    }
    userErrors {
      field
      message
    }
  }
}
`,
  shop: `# The currency of prices, and the webhooks that exist already.
query shop($topics: [WebhookSubscriptionTopic!]) {
  shop {
    currencyCode
  }
  webhookSubscriptions(first: 100, topics: $topics) {
    nodes {
      topic
      uri
    }
  }
}
`,
  subscribe: `mutation subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    userErrors {
      field
      message
    }
  }
}
`,
} as const;

export type Documents = typeof documents;
