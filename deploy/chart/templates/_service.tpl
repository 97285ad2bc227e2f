{{/* Variables of a service that are no secrets: YAML map. Arguments: root, name, facts, settings. */}}
{{- define "svc.environment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $facts := .facts -}}
{{- $environment := dict "METRICS_PORT" (toString $facts.metricsPort) "SHUTDOWN_DELAY_MS" "5000" "LOG_LEVEL" $values.logLevel -}}
{{- range $peer := $facts.peers -}}
  {{- $port := (index $facts.ports $peer) -}}
  {{- $_ := set $environment (index $facts.addresses $peer) (printf "%s-%s:%v" (include "svc.fullname" $root) $peer $port) -}}
{{- end -}}
{{- if $facts.grpcPort -}}
  {{- $_ := set $environment "GRPC_HOST" "0.0.0.0" -}}
  {{- $_ := set $environment "GRPC_PORT" (toString $facts.grpcPort) -}}
{{- else -}}
  {{- $_ := set $environment "HOST" "0.0.0.0" -}}
  {{- $_ := set $environment "PORT" (toString $facts.httpPort) -}}
  {{- $_ := set $environment "BASE_DOMAIN" $values.baseDomain -}}
  {{- $_ := set $environment "PUBLIC_SCHEME" $values.publicScheme -}}
  {{- $_ := set $environment "TRUST_PROXY" (toString $values.trustProxy) -}}
  {{- $_ := set $environment "OTEL_TRACES_SAMPLER_ARG" (toJson $values.tracing.ratio) -}}
{{- end -}}
{{- if $facts.database -}}
  {{- $_ := set $environment "MIGRATE" (eq $values.migrations.mode "start" | toString) -}}
{{- end -}}
{{- with $values.tracing.endpoint -}}
  {{- $_ := set $environment "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
{{- end -}}
{{- if eq $values.tls.internal "files" -}}
  {{- $_ := set $environment "GRPC_TLS" "on" -}}
  {{- $_ := set $environment "GRPC_TLS_CERT_FILE" "/run/tls/tls.crt" -}}
  {{- $_ := set $environment "GRPC_TLS_KEY_FILE" "/run/tls/tls.key" -}}
  {{- $_ := set $environment "GRPC_TLS_CA_FILE" "/run/tls/ca.crt" -}}
{{- else -}}
  {{- $_ := set $environment "GRPC_TLS" "off" -}}
{{- end -}}
{{- if and $facts.languageModel $values.chatModel.url -}}
  {{- $_ := set $environment "CHAT_MODEL_URL" $values.chatModel.url -}}
  {{- $_ := set $environment "CHAT_MODEL_NAME" $values.chatModel.name -}}
{{- end -}}
{{- range $variable, $value := $facts.environment -}}
  {{- $_ := set $environment $variable $value -}}
{{- end -}}
{{- range $variable, $value := .settings.env -}}
  {{- /* JSON writes numbers as they were given: toString would write 1e+09. */ -}}
  {{- $_ := set $environment $variable (ternary $value (toJson $value) (kindIs "string" $value)) -}}
{{- end -}}
{{- toYaml $environment -}}
{{- end -}}

{{/* All objects of one service. Arguments: root, name, facts, settings. */}}
{{- define "svc.service" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $facts := .facts -}}
{{- $settings := .settings -}}
{{- $values := .root.Values -}}
{{- $fullname := printf "%s-%s" (include "svc.fullname" $root) $name -}}
{{- $labels := include "svc.labels" (dict "root" $root "component" $name) -}}
{{- $selector := include "svc.selectorLabels" (dict "root" $root "component" $name) -}}
{{- $environment := include "svc.environment" . -}}
{{- $secrets := include "svc.secretRefs" (dict "root" $root "name" $name "facts" $facts) | fromJson -}}
{{- $autoscaling := $settings.autoscaling -}}
{{- if and $autoscaling.enabled $autoscaling.keda.enabled -}}
  {{- fail (printf "services.%s.autoscaling: only one of enabled (by processor time) and keda.enabled must be true, since both would set the number of replicas." $name) -}}
{{- end -}}
{{- $memory := $settings.resources -}}
{{- if lt (include "svc.bytes" (default $memory.memory $memory.memoryLimit) | float64) (include "svc.bytes" $memory.memory | float64) -}}
  {{- fail (printf "services.%s.resources: memoryLimit (%s) must not be lower than memory (%s)." $name $memory.memoryLimit $memory.memory) -}}
{{- end -}}
{{- if and (hasKey $settings.pdb "minAvailable") (hasKey $settings.pdb "maxUnavailable") -}}
  {{- fail (printf "services.%s.pdb: only one of minAvailable and maxUnavailable must be set." $name) -}}
{{- end -}}
{{- $scaled := or $autoscaling.enabled $autoscaling.keda.enabled -}}
{{- $least := ternary $autoscaling.min $settings.replicas $scaled | int -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
data: {{- $environment | nindent 2 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- if and $facts.grpcPort (ne $values.tls.internal "mesh") }}
  # Callers resolve the addresses of all replicas and balance by themselves.
  clusterIP: None
  {{- end }}
  publishNotReadyAddresses: false
  selector: {{- $selector | nindent 4 }}
  ports:
    {{- if $facts.grpcPort }}
    - name: grpc
      port: {{ $facts.grpcPort }}
      targetPort: grpc
      appProtocol: grpc
    {{- else }}
    - name: http
      port: {{ $facts.httpPort }}
      targetPort: http
      appProtocol: http
    {{- end }}
    - name: metrics
      port: {{ $facts.metricsPort }}
      targetPort: metrics
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- if not $scaled }}
  replicas: {{ $settings.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  selector:
    matchLabels: {{- $selector | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels: {{- $labels | nindent 8 }}
      annotations:
        checksum/config: {{ sha256sum $environment }}
        checksum/secret: {{ toJson $secrets | sha256sum }}
        {{- with $settings.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ $fullname }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # After SIGTERM a program is done within 28 s (docs/operations.md "Probes and draining").
      terminationGracePeriodSeconds: 40
      securityContext: {{- include "svc.podSecurityContext" . | nindent 8 }}
      {{- with $values.image.pullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      {{- with $settings.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $settings.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $settings.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $settings.topologySpread }}
        - topologyKey: {{ . }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- $selector | nindent 14 }}
        {{- end }}
      containers:
        - name: {{ $name }}
          image: {{ include "svc.image" (dict "root" $root "name" $name) }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          envFrom:
            - configMapRef:
                name: {{ $fullname }}
          {{- if or $secrets $settings.extraEnv }}
          env:
            {{- range $variable, $ref := $secrets }}
            - name: {{ $variable }}_FILE
              value: /run/secrets/svc/{{ $variable }}
            {{- end }}
            {{- with $settings.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- end }}
          ports:
            {{- if $facts.grpcPort }}
            - name: grpc
              containerPort: {{ $facts.grpcPort }}
            {{- else }}
            - name: http
              containerPort: {{ $facts.httpPort }}
            {{- end }}
            - name: metrics
              containerPort: {{ $facts.metricsPort }}
          startupProbe:
            httpGet: { path: /startupz, port: metrics }
            periodSeconds: 1
            failureThreshold: 120
          livenessProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 2
            failureThreshold: 2
          resources: {{- include "svc.resources" $settings.resources | nindent 12 }}
          securityContext: {{- include "svc.containerSecurityContext" . | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- if $secrets }}
            - name: secrets
              mountPath: /run/secrets/svc
              readOnly: true
            {{- end }}
            {{- if eq $values.tls.internal "files" }}
            - name: tls
              mountPath: /run/tls
              readOnly: true
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: {{ $facts.temporaryMiB }}Mi
        {{- if $secrets }}
        {{- include "svc.secretVolume" $secrets | nindent 8 }}
        {{- end }}
        {{- if eq $values.tls.internal "files" }}
        - name: tls
          secret:
            secretName: {{ printf "%s-tls" $fullname }}
            defaultMode: 288
        {{- end }}
{{- if gt $least 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- toYaml (default (dict "maxUnavailable" 1) $settings.pdb) | nindent 2 }}
  selector:
    matchLabels: {{- $selector | nindent 6 }}
{{- end }}
{{- if $autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $fullname }}
  minReplicas: {{ $autoscaling.min }}
  maxReplicas: {{ $autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $autoscaling.cpuPercent }}
  behavior: {{- include "svc.scalingBehavior" . | nindent 4 }}
{{- end }}
{{- if $autoscaling.keda.enabled }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ $fullname }}
  labels: {{- $labels | nindent 4 }}
spec:
  scaleTargetRef:
    name: {{ $fullname }}
  minReplicaCount: {{ $autoscaling.min }}
  maxReplicaCount: {{ $autoscaling.max }}
  # Where the metrics are missing, replicas are added up to the least number, and none is removed.
  fallback:
    failureThreshold: 3
    replicas: {{ $autoscaling.min }}
    behavior: currentReplicasIfHigher
  advanced:
    horizontalPodAutoscalerConfig:
      behavior: {{- include "svc.scalingBehavior" . | nindent 8 }}
  triggers:
    - type: prometheus
      # The sum, divided by the number of replicas.
      metricType: AverageValue
      metadata:
        serverAddress: {{ required (printf "services.%s.autoscaling.keda.serverAddress must be set: the address of Prometheus." $name) $autoscaling.keda.serverAddress | quote }}
        query: {{ default (printf "sum(nodejs_eventloop_utilization{app=%q,namespace=%q})" $name $root.Release.Namespace) $autoscaling.keda.query | quote }}
        threshold: {{ $autoscaling.keda.threshold | quote }}
{{- end }}
{{- end -}}

{{/* At most twice the replicas within 30 s; one less in a minute, after 5 minutes. */}}
{{- define "svc.scalingBehavior" -}}
scaleUp:
  stabilizationWindowSeconds: 0
  policies:
    - type: Percent
      value: 100
      periodSeconds: 30
scaleDown:
  stabilizationWindowSeconds: 300
  policies:
    - type: Pods
      value: 1
      periodSeconds: 60
{{- end -}}
