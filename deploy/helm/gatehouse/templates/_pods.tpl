{{/* Common to every pod: the restricted Pod Security Standard, and no access to the Kubernetes API. */}}
{{- define "gatehouse.podBasics" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with include "gatehouse.imagePullSecrets" . }}
{{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .Values.securityContext.runAsUser }}
  runAsUser: {{ . }}
  {{- end }}
  {{- with .Values.securityContext.runAsGroup }}
  runAsGroup: {{ . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* Of every pod, those of PostgreSQL included; empty: none. */}}
{{- define "gatehouse.imagePullSecrets" -}}
{{- with concat (default list (default (dict) .Values.global).imagePullSecrets) .Values.image.pullSecrets | uniq -}}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "gatehouse.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/* The environment of every service. */}}
{{- define "gatehouse.commonEnv" -}}
- name: PORT
  value: "8080"
- name: PUBLIC_HOST
  value: {{ include "gatehouse.host" (list . "public") | quote }}
- name: TEAM_HOST
  value: {{ include "gatehouse.host" (list . "team") | quote }}
- name: PUBLIC_SCHEME
  value: {{ .Values.hosts.scheme }}
- name: API_BASE_PATH
  value: {{ .Values.api.basePath }}
- name: TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
- name: KEEP_ALIVE_SECONDS
  value: {{ .Values.keepAliveSeconds | quote }}
- name: TRUST_TRACEPARENT
  value: {{ .Values.telemetry.trustTraceparent | quote }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel }}
{{- end -}}

{{/* In addition for the API services, `(list $ "identity")`: their own role, and the origins of a separate API host. */}}
{{- define "gatehouse.apiEnv" -}}
{{- $root := index . 0 -}}
{{ include "gatehouse.databaseEnv" . }}
- name: DATABASE_CONNECTIONS
  value: {{ $root.Values.database.connections | quote }}
{{- if $root.Values.api.host }}
- name: ALLOWED_ORIGINS
  value: {{ printf "user=%s://%s,admin=%s://%s" $root.Values.hosts.scheme (include "gatehouse.host" (list $root "public")) $root.Values.hosts.scheme (include "gatehouse.host" (list $root "team")) | quote }}
- name: COOKIE_DOMAIN
  value: {{ $root.Values.api.cookieDomain | quote }}
{{- end }}
{{- end -}}

{{/* In addition for identity: the key of the second factors, throttles and mail. */}}
{{- define "gatehouse.identityEnv" -}}
- name: SECRETS_KEY
  valueFrom:
    secretKeyRef:
      name: {{ include "gatehouse.secondFactorsSecret" . }}
      key: {{ .Values.secondFactors.keySecret.key }}
{{- if .Values.redis.enabled }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "gatehouse.redisSecret" . }}
      key: {{ .Values.redis.urlSecret.key }}
{{- end }}
{{- if include "gatehouse.sendsMail" . }}
- name: SMTP_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "gatehouse.smtpSecret" . }}
      key: {{ .Values.smtp.urlSecret.key }}
{{- end }}
- name: MAIL_FROM
  value: {{ .Values.smtp.from | quote }}
- name: CONTACT_EMAIL
  value: {{ .Values.contactEmail | quote }}
{{- end -}}

{{/* In addition for employer: whether new companies wait for a review. */}}
{{- define "gatehouse.employerEnv" -}}
- name: COMPANY_REVIEW
  value: {{ .Values.companyReview | quote }}
{{- end -}}

{{/* In addition for a part that asks the S3-compatible store, `(list $ "talent")`: its URL, with the part's own credentials if it has any. */}}
{{- define "gatehouse.documentsEnv" -}}
{{- if has (index . 1) (include "gatehouse.documentsParts" (index . 0) | splitList " ") -}}
{{- $secret := include "gatehouse.documentsSecret" . | fromJson -}}
- name: DOCUMENTS_URL
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end -}}
{{- end -}}

{{/* In addition for the web tier: the addresses of the services. No Secret, and no address of the database. */}}
{{- define "gatehouse.webEnv" -}}
{{- with include "gatehouse.notice" . }}
- name: SITE_NOTICE
  value: {{ . | quote }}
{{- end }}
- name: CONTACT_EMAIL
  value: {{ .Values.contactEmail | quote }}
{{- range $name := include "gatehouse.apiServices" . | splitList " " }}
- name: {{ upper $name }}_URL
  value: http://{{ include "gatehouse.fullname" $ }}-{{ $name }}
{{- end }}
{{- /* Its own Service: during an upgrade the pods of both releases have each other's assets. */}}
- name: WEB_URL
  value: http://{{ include "gatehouse.fullname" . }}-web
{{- if .Values.api.host }}
- name: API_BASE_URL
  value: {{ printf "%s://%s%s" .Values.hosts.scheme .Values.api.host .Values.api.basePath }}
{{- end }}
{{- end -}}

{{/* The standard variables of OpenTelemetry, `(list $ "identity")`. */}}
{{- define "gatehouse.telemetryEnv" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $telemetry := $root.Values.telemetry -}}
{{- if or $telemetry.endpoint $telemetry.metrics.enabled -}}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: POD_UID
  valueFrom:
    fieldRef:
      fieldPath: metadata.uid
- name: NODE_NAME
  valueFrom:
    fieldRef:
      fieldPath: spec.nodeName
- name: OTEL_SERVICE_NAME
  value: gatehouse-{{ $name }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ printf "service.namespace=%s,service.version=%s,service.instance.id=$(POD_UID),deployment.environment.name=%s,k8s.namespace.name=%s,k8s.deployment.name=%s-%s,k8s.pod.name=$(POD_NAME),k8s.pod.uid=$(POD_UID),k8s.node.name=$(NODE_NAME)" $root.Release.Name (default $root.Chart.AppVersion $root.Values.image.tag) $telemetry.environment $root.Release.Namespace (include "gatehouse.fullname" $root) $name | quote }}
{{- if $telemetry.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ $telemetry.endpoint | quote }}
- name: OTEL_EXPORTER_OTLP_PROTOCOL
  value: {{ $telemetry.protocol }}
- name: OTEL_TRACES_EXPORTER
  value: otlp
- name: OTEL_TRACES_SAMPLER
  value: {{ $telemetry.sampler }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ $telemetry.samplerRatio | quote }}
# The default of 2048 drops spans under load.
- name: OTEL_BSP_MAX_QUEUE_SIZE
  value: "16384"
{{- else }}
- name: OTEL_TRACES_EXPORTER
  value: none
{{- end }}
# Logs are JSON lines on standard output, with the trace's id.
- name: OTEL_LOGS_EXPORTER
  value: none
{{- if $telemetry.metrics.enabled }}
- name: OTEL_METRICS_EXPORTER
  value: prometheus
- name: OTEL_EXPORTER_PROMETHEUS_HOST
  value: 0.0.0.0
- name: OTEL_EXPORTER_PROMETHEUS_PORT
  value: {{ $telemetry.metrics.port | quote }}
{{- else }}
- name: OTEL_METRICS_EXPORTER
  value: none
{{- end }}
{{- else -}}
- name: OTEL_SDK_DISABLED
  value: "true"
{{- end }}
{{- end -}}

{{/* All variables of a service's container, `(list $ "identity" $settings)`: its own over those that the chart sets. */}}
{{- define "gatehouse.serviceEnv" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $parts := list (include "gatehouse.commonEnv" $root) -}}
{{- if eq $name "web" -}}
{{- $parts = append $parts (include "gatehouse.webEnv" $root) -}}
{{- else -}}
{{- $parts = append $parts (include "gatehouse.apiEnv" (list $root $name)) -}}
{{- end -}}
{{- if eq $name "identity" -}}{{- $parts = append $parts (include "gatehouse.identityEnv" $root) -}}{{- end -}}
{{- if eq $name "employer" -}}{{- $parts = append $parts (include "gatehouse.employerEnv" $root) -}}{{- end -}}
{{- $parts = append $parts (include "gatehouse.documentsEnv" (list $root $name)) -}}
{{- $parts = append $parts (include "gatehouse.telemetryEnv" (list $root $name)) -}}
{{- include "gatehouse.mergedEnv" (list (join "\n" $parts | fromYamlArray) (index . 2).extraEnv) -}}
{{- end -}}
