// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity ^0.8.21;

/// @title Roles of the devnet's messaging contracts, which their owner grants
interface IDevnetRoles {
    function grantRole(bytes32 role, address grantee) external;

    function grantRoleWithSlug(bytes32 role, uint32 chainSlug, address grantee) external;

    /// @notice Returns the nonce of an account's next signed update.
    function nextNonce(address signer) external view returns (uint256);
}

/// @title A switchboard of the devnet, as the tests' actors use it
interface IDevnetSwitchboard is IDevnetRoles {
    function registerSiblingSlug(
        uint32 siblingChainSlug,
        uint256 maxPacketLength,
        uint256 capacitorType,
        uint256 initialPacketCount,
        address siblingSwitchboard
    ) external;

    function grantWatcherRole(uint32 srcChainSlug, address watcher) external;

    function setFees(
        uint256 nonce,
        uint32 dstChainSlug,
        uint128 switchboardFees,
        uint128 verificationOverheadFees,
        bytes calldata signature
    ) external;

    function attest(bytes32 packetId, uint256 proposalCount, bytes32 root, bytes calldata signature) external;

    function tripGlobal(uint256 nonce, bytes calldata signature) external;

    function tripPath(uint256 nonce, uint32 srcChainSlug, bytes calldata signature) external;

    function tripProposal(uint256 nonce, bytes32 packetId, uint256 proposalCount, bytes calldata signature) external;

    function unTrip(uint256 nonce, bytes calldata signature) external;

    function unTripPath(uint256 nonce, uint32 srcChainSlug, bytes calldata signature) external;
}

/// @title The devnet's execution manager, as tests set its prices
interface IDevnetExecutionManager is IDevnetRoles {
    struct ExecutionFees {
        uint80 perGas;
        uint80 perByte;
        uint80 overhead;
    }

    struct Prices {
        ExecutionFees executionFees;
        uint256 relativeNativeTokenPrice;
        uint256 msgValueMinThreshold;
        uint256 msgValueMaxThreshold;
    }

    function setExecutionFees(
        uint256 nonce,
        uint32 siblingChainSlug,
        ExecutionFees calldata executionFees,
        bytes calldata signature
    ) external;

    function setRelativeNativeTokenPrice(
        uint256 nonce,
        uint32 siblingChainSlug,
        uint256 price,
        bytes calldata signature
    ) external;

    function setMsgValueMaxThreshold(
        uint256 nonce,
        uint32 siblingChainSlug,
        uint256 value,
        bytes calldata signature
    ) external;
}

/// @title The devnet's transmit manager, as tests set its price
interface IDevnetTransmitManager is IDevnetRoles {
    function setTransmissionFees(
        uint256 nonce,
        uint32 dstChainSlug,
        uint128 transmissionFees,
        bytes calldata signature
    ) external;
}
