// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity ^0.8.21;

import {CallOptions, CallType} from "../../gateway/GatewayTypes.sol";
import {IWatcher} from "../../gateway/interfaces/IWatcher.sol";

/// @title The devnet's watcher contract, as the tests' actors use it
interface IDevnetWatcher is IWatcher {
    /// @dev The gateway's contracts on a chain that it serves.
    struct ChainContracts {
        address socket;
        address contractFactory;
        address feesPlug;
    }

    /// @dev A chain that the gateway serves.
    struct ChainConfig {
        uint32 chainSlug;
        ChainContracts contracts;
    }

    /// @dev What the watcher contract is deployed with.
    /// @param operator Account that acts for the watcher.
    /// @param signer Account whose signature the sockets ask for.
    /// @param transmitter Account that requests pay for transmission.
    struct Config {
        uint32 chainSlug;
        address operator;
        address signer;
        address transmitter;
        address feesManager;
        address asyncDeployer;
        ChainConfig[] chains;
    }

    /// @notice The watcher signs a payload, whose batch may run then.
    /// @param proof Signature of the payload's digest, which its socket checks.
    function finalize(bytes32 payloadId, bytes calldata proof) external;

    /// @notice Hands in the result of a payload, and calls its callback.
    /// @param selector The callback; zero if there is none.
    /// @param data What the app gateway gave to the callback.
    function resolvePayload(
        bytes32 payloadId,
        bytes4 selector,
        bytes calldata data,
        bytes calldata returnData,
        uint256 gasUsed
    ) external;

    /// @notice Gives a payload up: `handleRevert` of its app gateway is called.
    /// @param isOnchain Whether it reverted on its chain; else its callback did.
    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external;

    /// @notice Runs a timeout that is due.
    function resolveTimeout(bytes32 timeoutId) external;

    /// @notice Hands in what a plug asked for: its app gateway is called with the payload.
    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 chainSlug,
        address plug,
        bytes calldata payload
    ) external;

    /// @notice Returns what the watcher signs for a payload. Reverts if there is no such payload.
    function digestOf(bytes32 payloadId) external view returns (bytes32);

    /// @notice Emitted when a payload is added to a request.
    event PayloadQueued(
        bytes32 indexed payloadId,
        uint40 indexed requestCount,
        address indexed appGateway,
        uint40 batchCount,
        CallType callType,
        uint32 chainSlug,
        address target,
        bytes callData,
        CallOptions options,
        bytes32 contractId
    );
    /// @notice Emitted when a payload gets its callback.
    event CallbackSet(bytes32 indexed payloadId, bytes4 selector, bytes data);
    /// @notice Emitted when the batch of a schedule begins.
    event ScheduleStarted(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 executeAt);
    /// @notice Emitted when a timeout is set.
    event TimeoutScheduled(
        bytes32 indexed timeoutId,
        address indexed scheduler,
        address indexed target,
        bytes payload,
        uint256 executeAt
    );
}

/// @title The devnet's fees manager, as the tests' actors use it
interface IDevnetFeesManager {
    /// @notice Records a deposit of a chain: the receiver gets credits and native currency of the gateway chain.
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external;
}

/// @title The devnet's token that pays fees
interface IDevnetFeeToken {
    /// @notice Mints tokens to any account, for anybody.
    function mint(address to, uint256 amount) external;

    /// @notice Lets an account spend tokens of the caller.
    function approve(address spender, uint256 amount) external returns (bool);

    /// @notice Returns the tokens of an account.
    function balanceOf(address account) external view returns (uint256);
}
