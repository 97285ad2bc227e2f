{{/* Name of the release's objects: at most 32 characters, so that the longest suffix fits into 63. */}}
{{- define "svc.fullname" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- if gt (len $name) 32 -}}{{- $name = printf "%s-%s" (trunc 25 $name | trimSuffix "-") (sha256sum $name | trunc 6) -}}{{- end -}}
{{- $name -}}
{{- end -}}

{{/* What the table of services says: ports, peers, variables. Written by `npm run deploy:generate`. */}}
{{- define "svc.facts" -}}
{{- .Files.Get "files/services.json" -}}
{{- end -}}

{{/* Labels that select pods. They never change, since selectors cannot. Arguments: root, component (optional). */}}
{{- define "svc.selectorLabels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{/* Labels of every object. No version is part of them: it would change with each release. */}}
{{- define "svc.labels" -}}
{{ include "svc.selectorLabels" . }}
app.kubernetes.io/part-of: svc
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{/* Arguments: root, name of the service. */}}
{{- define "svc.image" -}}
{{- $image := .root.Values.image -}}
{{- $repository := printf "%s/%s" (trimSuffix "/" $image.registry) .name -}}
{{- with get $image.digests .name -}}
{{- printf "%s@%s" $repository . -}}
{{- else -}}
{{- printf "%s:%s" $repository (default $.root.Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{/*
Where a service finds a secret variable: JSON {name, key} of a Secret; empty when it is not set.
Arguments: root, name of the service, variable, suffix of the release's own Secrets.
*/}}
{{- define "svc.secretRef" -}}
{{- $values := .root.Values -}}
{{- $own := printf "%s%s" (include "svc.fullname" .root) .suffix -}}
{{- $source := dict -}}
{{- $key := .variable -}}
{{- if eq .variable "DATABASE_URL" -}}
  {{- $service := default dict (index $values.services .name).database -}}
  {{- if or $service.url $service.existingSecret -}}
    {{- $source = dict "value" $service.url "existingSecret" $service.existingSecret "existingSecretKey" $service.existingSecretKey -}}
    {{- $key = printf "%s.%s" .variable .name -}}
  {{- else -}}
    {{- $source = dict "value" $values.database.url "existingSecret" $values.database.existingSecret "existingSecretKey" $values.database.existingSecretKey -}}
  {{- end -}}
{{- else if eq .variable "PLATFORM_TOKEN" -}}
  {{- $source = $values.platformToken -}}
{{- else if eq .variable "REDIS_URL" -}}
  {{- $source = dict "value" $values.redis.url "existingSecret" $values.redis.existingSecret "existingSecretKey" $values.redis.existingSecretKey -}}
{{- else -}}
  {{- $source = dict "value" (get $values.secrets.values .variable) -}}
{{- end -}}
{{- if and $source.value $source.existingSecret -}}
  {{- fail (printf "%s of %s: only one of its value and existingSecret must be set." .variable .name) -}}
{{- end -}}
{{- if $source.existingSecret -}}
  {{- dict "name" $source.existingSecret "key" (default .variable $source.existingSecretKey) | toJson -}}
{{- else if $source.value -}}
  {{- dict "name" $own "key" $key "value" $source.value | toJson -}}
{{- else if has .variable $values.secrets.keys -}}
  {{- if eq $values.secrets.provider "existing" -}}
    {{- dict "name" (required "secrets.existingSecret must be set when secrets.provider is existing." $values.secrets.existingSecret) "key" .variable | toJson -}}
  {{- else if eq $values.secrets.provider "externalSecrets" -}}
    {{- dict "name" (printf "%s-external" $own) "key" .variable | toJson -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/*
All secrets of a service: JSON, variable -> {name, key}. Fails when a required one is not set.
Arguments: root, name, facts of the service, variables, suffix.
*/}}
{{- define "svc.secretRefs" -}}
{{- $arguments := . -}}
{{- $refs := dict -}}
{{- range .facts.secrets -}}
  {{- if or (not $arguments.variables) (has .name $arguments.variables) -}}
    {{- $ref := include "svc.secretRef" (dict "root" $arguments.root "name" $arguments.name "variable" .name "suffix" (default "" $arguments.suffix)) -}}
    {{- if $ref -}}
      {{- $_ := set $refs .name (fromJson $ref) -}}
    {{- else if .required -}}
      {{- $hint := get (dict "DATABASE_URL" "database.url or database.existingSecret" "PLATFORM_TOKEN" "platformToken.value or platformToken.existingSecret") .name -}}
      {{- fail (printf "%s of %s is not set: %s must be set, or secrets.keys must contain it." .name $arguments.name (default (printf "secrets.values.%s" .name) $hint)) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- toJson $refs -}}
{{- end -}}

{{/* The volume with a file for each secret, readable for the group (0440). Argument: what svc.secretRefs returned, parsed. */}}
{{- define "svc.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      {{- range $variable, $ref := . }}
      - secret:
          name: {{ $ref.name }}
          items:
            - key: {{ $ref.key }}
              path: {{ $variable }}
      {{- end }}
{{- end -}}

{{- define "svc.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "svc.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* Bytes of a quantity of memory such as 512Mi. */}}
{{- define "svc.bytes" -}}
{{- $units := dict "" 1.0 "m" 0.001 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 -}}
{{- mulf (regexFind "^[0-9.]+" . | float64) (get $units (regexFind "[A-Za-z]*$" .)) -}}
{{- end -}}

{{/* Resources of a container: memory is limited, by default to what is requested; processor time is not limited. */}}
{{- define "svc.resources" -}}
requests:
  cpu: {{ .cpu | quote }}
  memory: {{ .memory | quote }}
limits:
  memory: {{ default .memory .memoryLimit | quote }}
{{- end -}}

{{/* Names of the services that call one. Arguments: facts of all, name. */}}
{{- define "svc.callers" -}}
{{- $callers := list -}}
{{- $name := .name -}}
{{- range $caller, $facts := .facts -}}
  {{- if has $name $facts.peers -}}{{- $callers = append $callers $caller -}}{{- end -}}
{{- end -}}
{{- toJson $callers -}}
{{- end -}}
