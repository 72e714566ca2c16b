import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

import org.openapitools.client.ApiClient;
import org.openapitools.client.api.MaterialsApi;
import org.openapitools.client.api.PublicationsApi;
import org.openapitools.client.model.NewPublication;
import org.openapitools.client.model.NewPublicationMediaInner;
import org.openapitools.client.model.NewPublicationMediaInnerAnyOf;
import org.openapitools.client.model.NewPublicationMediaInnerAnyOfId;
import org.openapitools.client.model.UploadedMaterial;

/** Uploads, creates, publishes and deletes with the client that was generated. */
public class Walk {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    String token = "Bearer " + System.getenv("BOT_API_TOKEN");
    client.setRequestInterceptor(request -> request.header("Authorization", token));
    MaterialsApi materials = new MaterialsApi(client);
    PublicationsApi publications = new PublicationsApi(client);

    File file = new File("tides.txt");
    byte[] bytes = "Ebb and flow".getBytes();
    Files.write(file.toPath(), bytes);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    // The client of this version cannot leave a text out.
    UploadedMaterial material =
        materials.uploadMaterial(file, null, null, "Tides", "", "At the pier", digest);

    NewPublicationMediaInnerAnyOfId id = new NewPublicationMediaInnerAnyOfId(material.getId());
    NewPublicationMediaInnerAnyOf reference = new NewPublicationMediaInnerAnyOf().id(id);
    NewPublication publication =
        new NewPublication()
            .title("By Java")
            .media(List.of(new NewPublicationMediaInner(reference)));
    String created = publications.createPublication(publication, null, null).getId();
    String url = publications.publishPublication(created, null, null, null).getUrl().toString();
    HttpRequest read = HttpRequest.newBuilder(URI.create(url)).build();
    int status = HttpClient.newHttpClient().send(read, BodyHandlers.discarding()).statusCode();
    List<String> deleted =
        publications.deletePublication(created, null, null, null).getMedia().getDeleted();
    boolean areMediaDeleted = deleted.contains(material.getId());
    System.out.printf(
        "{\"type\":\"%s\",\"url\":\"%s\",\"status\":%d,\"areMediaDeleted\":%b}",
        material.getType(), url, status, areMediaDeleted);
  }
}
