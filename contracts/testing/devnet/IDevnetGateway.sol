// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity ^0.8.21;

import {CallOptions, CallType} from "../../gateway/GatewayTypes.sol";
import {IWatcher} from "../../gateway/interfaces/IWatcher.sol";

/// @title The devnet's watcher contract, as the tests' actors use it
interface IDevnetWatcher is IWatcher {
    struct ChainContracts {
        address socket;
        address contractFactory;
        address feesPlug;
    }

    struct ChainConfig {
        uint32 chainSlug;
        ChainContracts contracts;
    }

    struct Config {
        uint32 chainSlug;
        address operator;
        address signer;
        address transmitter;
        address feesManager;
        address asyncDeployer;
        ChainConfig[] chains;
    }

    function finalize(bytes32 payloadId, bytes calldata proof) external;

    function resolvePayload(
        bytes32 payloadId,
        bytes4 selector,
        bytes calldata data,
        bytes calldata returnData,
        uint256 gasUsed
    ) external;

    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external;

    function resolveTimeout(bytes32 timeoutId) external;

    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 chainSlug,
        address plug,
        bytes calldata payload
    ) external;

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
    function mint(address to, uint256 amount) external;

    function approve(address spender, uint256 amount) external returns (bool);

    function balanceOf(address account) external view returns (uint256);
}
