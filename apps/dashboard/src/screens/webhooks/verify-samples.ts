import type { CodeSample } from '../../shared/fields/code-samples.js';

/**
 * Functions that accept genuine deliveries and refuse forged or repeated ones, with nothing but the standard library. `body` is the bytes as
 * received, `headers` has names in lower case. docs/webhooks.md "Verifying".
 */
export const VERIFY_SAMPLES: readonly CodeSample[] = [
  {
    language: 'Node.js',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest('base64');
  const expected = Buffer.from(\`v1,\${signature}\`);
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  },
  {
    language: 'Python',
    code: `import base64, hashlib, hmac, time

def is_genuine(secret, headers, body):
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(f"v1,{signature}", given)
        for given in headers["webhook-signature"].split(" ")
    )`,
  },
  {
    language: 'PHP',
    code: `<?php
function is_genuine(string $secret, array $headers, string $body): bool {
  $id = $headers['webhook-id'];
  $time = $headers['webhook-timestamp'];
  if (abs(time() - (int) $time) > 300) return false;
  $key = base64_decode(substr($secret, strlen('whsec_')));
  $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
  foreach (explode(' ', $headers['webhook-signature']) as $given) {
    if (hash_equals($expected, $given)) return true;
  }
  return false;
}`,
  },
  {
    language: 'Ruby',
    code: `require "base64"
require "openssl"

def genuine?(secret, headers, body)
  id, time = headers.values_at("webhook-id", "webhook-timestamp")
  return false if (Time.now.to_i - time.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  signature = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{time}.#{body}")
  expected = "v1,#{Base64.strict_encode64(signature)}"
  headers["webhook-signature"].split.any? { |given| OpenSSL.secure_compare(expected, given) }
end`,
  },
  {
    language: 'Go',
    code: `func isGenuine(secret string, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}`,
  },
];
