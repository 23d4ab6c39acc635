// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

/// @notice A contract of the devnet could not be deployed. Run the tests without a low limit of gas.
error DeploymentFailed(string name);
/// @notice The EVM that runs the tests is older than the devnet's contracts. Set its version to cancun or a later one.
/// @param next What to change.
error EvmTooOld(string next);

/// @dev Deploys a contract of the devnet from its creation code.
function deployContract(
    string memory name,
    bytes memory creationCode,
    bytes memory arguments
) returns (address deployed) {
    bytes memory initCode = bytes.concat(creationCode, arguments);
    assembly ("memory-safe") {
        deployed := create(0, add(initCode, 32), mload(initCode))
    }
    if (deployed == address(0)) revert DeploymentFailed(name);
}

/// @dev Reverts unless the EVM has `mcopy`. Without it some of the devnet's contracts deploy and fail only later, without data.
function requireCancun() {
    // Three times push0, then mcopy: it copies nothing.
    bytes memory initCode = hex"5f5f5f5e";
    address deployed;
    assembly ("memory-safe") {
        deployed := create(0, add(initCode, 32), mload(initCode))
    }
    if (deployed == address(0)) revert EvmTooOld("Run the tests with the EVM version cancun or a later one.");
}
